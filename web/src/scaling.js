// The page of `limpid scale --html`: time and efficiency over the number of threads, and what each region loses.
import { make } from "./element.js";
import { percent, seconds } from "./format.js";
import { showHelp, toggleTheme } from "./keyboard.js";
import { efficiencyOf, modelAt } from "./scaling_model.js";
import { mountPlot } from "./views/scaling_plot.js";
import { mountScalingTable } from "./views/scaling_table.js";

const kKeys = [
  ["\u2191 \u2193", "go through the regions"], ["Esc", "no region"], ["d", "dark or light"], ["Tab, Enter", "go through rows, choose one"],
  ["?", "this list"],
];

function tile(name, value, what) {
  return make("div", { class: "tile", "data-tile": name }, make("b", {}, value), make("span", {}, what));
}

function tiles({ steps, serial_part: serialPart, model }) {
  const first = steps[0], last = steps.at(-1);
  const all = [
    tile("speed-up", (first.elapsed_s / last.elapsed_s).toFixed(2), `times as fast with ${last.threads} threads as with ${first.threads}`),
    tile("efficiency", percent(efficiencyOf(steps.map((step) => step.elapsed_s), steps).at(-1)), `efficiency with ${last.threads} threads`),
    tile("serial", percent(serialPart), `of the run with ${first.threads} outside parallel regions`),
  ];
  if (first.threads === 1 && serialPart > 0) all.push(tile("limit", (1 / serialPart).toFixed(1), "times as fast at most, with any number of threads"));
  if (model.best_threads !== null) all.push(tile("best", Math.round(model.best_threads), "threads: more make it slower"));
  return make("div", { class: "tiles" }, ...all);
}

// What the plots draw: the run, or a region beside it.
function linesOf(scaling, region) {
  const { steps } = scaling;
  const run = steps.map((step) => step.elapsed_s);
  const lines = [{ name: "the run", class: "run", elapsed: run, model: scaling.model }];
  if (region !== null) lines.push({ name: region.function, class: "region", elapsed: region.elapsed_s, model: region.model });
  const time = lines.map((line) => ({ ...line, values: line.elapsed, curve: (threads) => modelAt(line.model, threads) }));
  const ideal = { name: "ideal", class: "ideal", values: [], curve: (threads) => (run[0] * steps[0].threads) / threads };
  return {
    time: [ideal, ...time],
    efficiency: lines.map((line) => ({ ...line, values: efficiencyOf(line.elapsed, steps), curve: null })),
  };
}

export function mountScaling(scaling) {
  const { steps, regions } = scaling;
  let chosen = null;  // number of a region
  document.getElementById("command").textContent = scaling.command;
  const section = (id, title, note) => {
    const root = make("section", { id });
    root.append(make("h2", {}, title, make("span", { class: "note" }, note)));
    return root;
  };
  const crowded = steps.filter((step) => step.more_threads_than_processors).map((step) => step.threads);
  const notes = [];
  if (steps.length < 2) notes.push("a model takes runs with two different numbers of threads");
  if (crowded.length > 0) notes.push(`more threads than processors: ${crowded.join(", ")}`);
  const verdict = section("scaling-verdict", "Scaling", notes.join("; "));
  verdict.append(tiles(scaling));
  const plots = make("div", { class: "columns" });
  const time = section("scaling-time", "Elapsed time", "measured; the line is the model, dashed is ideal");
  const efficiency = section("scaling-efficiency", "Efficiency", "of the time with fewest threads, had each thread helped as much as the first");
  plots.append(time, efficiency);
  const table = section("scaling-regions", "Parallel regions", `${regions.length}, by the thread time that they lose with ${steps.at(-1).threads} threads`);
  document.querySelector("main").replaceChildren(verdict, plots, table);

  const drawTime = mountPlot(time, steps, seconds);
  const drawEfficiency = mountPlot(efficiency, steps, percent);
  const drawTable = mountScalingTable(table, scaling, (region) => choose(region === chosen ? null : region));
  function choose(region) {
    chosen = region;
    const lines = linesOf(scaling, region === null ? null : regions[region]);
    drawTime(lines.time);
    drawEfficiency(lines.efficiency);
    drawTable(region);
  }
  const step = (by) => {
    if (regions.length > 0) choose(chosen === null ? (by > 0 ? 0 : regions.length - 1) : Math.max(0, Math.min(regions.length - 1, chosen + by)));
  };
  const help = () => showHelp(kKeys);
  const actions = { ArrowDown: () => step(1), ArrowUp: () => step(-1), Escape: () => choose(null), d: toggleTheme, "?": help };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !actions[event.key] || document.getElementById("help").open) return;
    event.preventDefault();
    actions[event.key]();
  });
  document.getElementById("theme").addEventListener("click", toggleTheme);
  document.getElementById("keys").addEventListener("click", help);
  choose(null);
}
