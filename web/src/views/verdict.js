// The first lines: how much of its threads' time the run used, and where the rest went.
import { kClassColours } from "../colours.js";
import { make } from "../element.js";
import { percent, seconds } from "../format.js";
import { kClasses, sum } from "../model.js";

const kFactors = [
  ["load_balance", "load balance"], ["serialisation", "serialisation"], ["late_start", "late start"], ["processors", "processors"],
  ["devices", "devices"],
];

function tile(name, value, about) {
  return make("div", { class: "tile", title: about, "data-tile": name }, make("b", {}, value), make("span", {}, name));
}

function efficiency({ efficiency }) {
  if (!efficiency) return [];
  const tiles = [tile("efficiency", percent(efficiency.parallel), "Of its threads' time, the share that did the program's work")];
  const shown = kFactors.filter(([member]) => member !== "devices" || efficiency.devices < 1);
  shown.forEach(([member, name], i) => {
    tiles.push(make("span", { class: "times-symbol" }, i === 0 ? "=" : "\u00d7"), tile(name, percent(efficiency[member])));
  });
  return tiles;
}

export function stack(times, title) {
  const all = sum(times) || 1;
  const parts = times.map((time, i) =>
    make("i", { style: `width:${(time / all) * 100}%;background:${kClassColours[i]}`, title: `${kClasses[i]} ${seconds(time)}` }));
  return make("div", { class: "stack", role: "img", "aria-label": title ?? "" }, ...parts);
}

export function mountVerdict(root, store) {
  const { report } = store.model;
  const { run } = report;
  const bar = make("div");
  root.append(
    make("div", { class: "tiles" }, ...efficiency(report),
      tile("elapsed", seconds(run.elapsed_s)), tile("threads", String(run.threads)), tile("processors there", String(run.processors))),
    bar);
  return () => {
    const { totals } = store.measured;
    const all = sum(totals);
    const legend = kClasses.map((name, i) =>
      make("span", { "data-class": name, "data-seconds": totals[i] },
        make("i", { style: `background:${kClassColours[i]}` }), `${name} ${seconds(totals[i])} (${percent(all ? totals[i] / all : 0)})`));
    const what = store.whole() ? "thread time of the run" : "thread time of what is selected";
    bar.replaceChildren(stack(totals, what), make("div", { class: "legend" }, make("span", {}, `${what}: ${seconds(all)}`), ...legend));
  };
}
