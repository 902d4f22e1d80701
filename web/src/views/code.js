// Functions and lines of the source with their cost, and the source itself where it was there.
import { make, onChosen } from "../element.js";
import { percent, place, seconds, short } from "../format.js";
import { functionsOf } from "../measure.js";
import { sum } from "../model.js";

const kShown = 40;

function fileName(file) {
  return file.slice(file.lastIndexOf("/") + 1);
}

function table(columns, rows) {
  const head = make("tr", {}, ...columns.map((name) => make("th", { scope: "col" }, name)));
  return make("div", { class: "scroll" }, make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows)));
}

// Rows of the report, or of the selected part.
function functionRows(store) {
  if (!store.whole()) return functionsOf(store.model, store.measured.self);
  return store.model.report.functions.map((row) => ({ node: row, self: row.self_s, total: row.total_s }));
}

function functionTable(store) {
  const wanted = store.selection.search.toLowerCase();
  const rows = functionRows(store).filter(({ node }) => node.kind === "function" && node.name.toLowerCase().includes(wanted)).slice(0, kShown);
  return table(["function", "self", "total"], rows.map(({ node, self, total }) => {
    const name = make("td", { title: `${node.name}\n${place(node)}` }, short(node.name, 60), " ", make("span", { class: "faint" }, place(node)));
    const row = make("tr", { "data-function": node.name }, name, make("td", {}, seconds(self)), make("td", {}, seconds(total)));
    return onChosen(row, () => store.set({ file: node.file, line: node.line }));
  }));
}

function lineTable(store) {
  const { model, measured } = store;
  const all = measured.lines.map((times, i) => ({ times, row: model.report.lines[i], cost: sum(times) }))
    .filter(({ cost, row }) => cost > 0 && row.line).sort((a, b) => b.cost - a.cost).slice(0, kShown);
  const total = sum(measured.totals) || 1;
  return table(["line", "time", "share"], all.map(({ row, cost }) => {
    const name = make("td", { title: `${row.file}:${row.line}` }, `${fileName(row.file)}:${row.line} `, make("span", { class: "faint" }, short(row.function, 50)));
    const line = make("tr", { "data-line": `${fileName(row.file)}:${row.line}` }, name, make("td", {}, seconds(cost)), make("td", {}, percent(cost / total)));
    return onChosen(line, () => store.set({ file: row.file, line: row.line }));
  }));
}

// Seconds by line of one file, all functions together.
function costsOf(store, file) {
  const costs = new Map();
  store.measured.lines.forEach((times, i) => {
    const row = store.model.report.lines[i];
    if (row.file === file) costs.set(row.line, (costs.get(row.line) ?? 0) + sum(times));
  });
  return costs;
}

function sourceLine(number, text, cost, largest, chosen) {
  const hot = cost > 0 && cost >= largest / 2;
  const bar = make("b", { class: "bar", style: `width:${largest > 0 ? Math.round((cost / largest) * 60) : 0}px` });
  return make("div", { class: `${hot ? "hot" : ""} ${chosen ? "chosen" : ""}`, "data-source-line": number },
    make("span", {}, cost > 0 ? seconds(cost) : ""), make("span", {}, bar), make("span", {}, String(number)), make("code", {}, text));
}

function sourceOf(store, file, line) {
  const excerpts = store.model.sources[file];
  if (!excerpts) return make("p", { class: "faint" }, `${file}: not found when this page was written, or without time`);
  const costs = costsOf(store, file);
  const largest = Math.max(0, ...costs.values());
  const lines = [];
  for (const excerpt of excerpts) {
    if (lines.length > 0) lines.push(make("div", { class: "faint" }, "", "", "\u22ee"));
    excerpt.lines.forEach((text, i) => {
      const number = excerpt.first + i;
      lines.push(sourceLine(number, text, costs.get(number) ?? 0, largest, number === line));
    });
  }
  return make("div", {}, make("p", { class: "faint" }, `${file}, as it was when this page was written`),
    make("div", { class: "scroll" }, make("pre", { class: "source" }, ...lines)));
}

export function mountCode(root, store) {
  const tables = make("div", { class: "columns" });
  const source = make("div", { id: "source" });
  root.append(make("h2", {}, "Functions and lines", make("span", { class: "note" }, "click one to see its source")), tables, source);
  let shown = null;
  return () => {
    const { file, line } = store.selection;
    tables.replaceChildren(functionTable(store), lineTable(store));
    source.replaceChildren(...(file ? [sourceOf(store, file, line)] : []));
    if (file && shown !== `${file}:${line}`) source.querySelector(".chosen")?.scrollIntoView({ block: "nearest" });
    shown = `${file}:${line}`;
  };
}
