// How the time of a region, or of the run, is shared by its threads: one bar each.
import { make } from "../element.js";
import { percent, place, seconds } from "../format.js";
import { byThread } from "../measure.js";
import { kClasses, sum } from "../model.js";
import { kClassColours } from "../colours.js";

const kShown = 32;

function row(model, thread, times, largest) {
  const parts = times.map((time, i) =>
    make("i", { style: `width:${(time / largest) * 100}%;background:${kClassColours[i]}`, title: `${kClasses[i]} ${seconds(time)}` }));
  return make("div", { class: "balance-row", "data-thread": thread },
    make("span", {}, model.threadName(thread)), make("div", { class: "stack" }, ...parts),
    make("span", { class: "faint" }, `work ${seconds(times[0])} (${percent(times[0] / (sum(times) || 1))})`));
}

export function mountBalance(root, store) {
  let all = false;
  const title = make("h2");
  const bars = make("div");
  const more = make("button", { onclick: () => { all = !all; draw(); } });
  root.append(title, bars, more);

  function draw() {
    const { model, selection } = store;
    const times = byThread(model, selection);
    const seen = times.map((time, thread) => ({ time, thread })).filter(({ time }) => sum(time) > 0);
    const largest = Math.max(...seen.map(({ time }) => sum(time)), 1e-12);
    const region = selection.region === null ? null : model.regions[selection.region];
    const of = region ? `${region.function} ${place(region)}` : "the run";
    title.replaceChildren("Threads", make("span", { class: "note" }, `time of each in ${of}${store.whole() ? "" : ", from timed samples"}`));
    bars.replaceChildren(...(all ? seen : seen.slice(0, kShown)).map(({ time, thread }) => row(model, thread, time, largest)));
    more.hidden = seen.length <= kShown;
    more.textContent = all ? `only ${kShown}` : `all ${seen.length}`;
  }
  return draw;
}
