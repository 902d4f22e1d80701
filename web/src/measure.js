// What a part of the run adds up to. Pure functions of a model and a selection
// {from, to: seconds or null, region: number or null}.
import { sum } from "./model.js";

// {totals: [work, wait, blocked, no processor], self: seconds by node, regions: rows, lines: rows, exact}
// `exact`: these are the report's own numbers; else they come from the timed samples.
export function measure(model, selection) {
  if (selection.from === null && selection.region === null) return whole(model);
  const part = ofStretches(model, selection);
  if (selection.from === null) return withExactTree(model, selection.region, part);
  return part;
}

function timesOf(row) {
  return [row.work_s, row.wait_s, row.blocked_s, row.no_processor_s];
}

function whole(model) {
  const { totals, regions, lines } = model.report;
  return {
    exact: true,
    totals: timesOf(totals),
    self: Float64Array.from(model.nodes, (node) => node.self),
    regions: regions.map((region) => ({ times: timesOf(region), balance: region.balance })),
    lines: lines.map(timesOf),
  };
}

// All of the run, but one region's code: the tree knows it exactly, the lines only the timeline.
function withExactTree(model, region, part) {
  part.exact = true;
  part.self = Float64Array.from(model.nodes, (node) => (node.region === region ? node.self : 0));
  part.totals = timesOf(model.regions[region]);
  part.regions = whole(model).regions;
  return part;
}

function ofStretches(model, { from, to, region }) {
  const { stretches, nodes } = model;
  const [begin, end] = [from ?? 0, to ?? Infinity];
  const out = {
    exact: false,
    totals: [0, 0, 0, 0],
    self: new Float64Array(nodes.length),
    regions: model.regions.map(() => ({ times: [0, 0, 0, 0], busy: new Map() })),
    lines: model.report.lines.map(() => [0, 0, 0, 0]),
  };
  for (let i = 0; i < stretches.length; i++) {
    const length = Math.min(stretches.end[i], end) - Math.max(stretches.begin[i], begin);
    if (length <= 0) continue;
    const timeClass = nodes[stretches.node[i]].timeClass;
    addToRegion(out, stretches, i, timeClass, length);
    if (region !== null && stretches.region[i] !== region) continue;
    out.totals[timeClass] += length;
    out.self[stretches.node[i]] += length;
    if (stretches.line[i] >= 0) out.lines[stretches.line[i]][timeClass] += length;
  }
  for (const row of out.regions) row.balance = balanceOf(row.busy);
  return out;
}

function addToRegion(out, stretches, i, timeClass, length) {
  const row = out.regions[stretches.region[i]];
  if (row === undefined) return;
  row.times[timeClass] += length;
  const busy = timeClass === 0 || timeClass === 2 ? length : 0;
  row.busy.set(stretches.thread[i], (row.busy.get(stretches.thread[i]) ?? 0) + busy);
}

// Mean by the largest, over the threads seen.
function balanceOf(busy) {
  const all = [...busy.values()];
  const largest = Math.max(0, ...all);
  return largest === 0 ? 1 : sum(all) / all.length / largest;
}

// Seconds of each class by thread, of the selected part. From the timeline, but for the run as a whole.
export function byThread(model, { from, to, region }) {
  const { stretches, nodes, report } = model;
  if (from === null && region === null) return report.threads.map(timesOf);
  const out = report.threads.map(() => [0, 0, 0, 0]);
  for (let i = 0; i < stretches.length; i++) {
    if (region !== null && stretches.region[i] !== region) continue;
    const length = Math.min(stretches.end[i], to ?? Infinity) - Math.max(stretches.begin[i], from ?? 0);
    if (length > 0) out[stretches.thread[i]][nodes[stretches.node[i]].timeClass] += length;
  }
  return out;
}

// Functions with their own time and that with what they called, from times by node; most first.
export function functionsOf(model, self) {
  const rows = new Map();
  const rowOf = (node) => {
    const key = `${node.kind}\n${node.name}\n${node.file}\n${node.line}\n${node.suffix}\n${node.place}`;
    if (!rows.has(key)) rows.set(key, { node, self: 0, total: 0, last: -1 });
    return rows.get(key);
  };
  for (let i = 1; i < model.nodes.length; i++) {
    if (self[i] === 0) continue;
    for (let at = i; at > 0; at = model.nodes[at].parent) {
      const node = model.nodes[at];
      if (node.kind !== "function") continue;
      const row = rowOf(node);
      // Once for each node with time, however often its path comes through.
      if (row.last !== i) row.total += self[i];
      row.last = i;
    }
    // What a function waits for is its own time.
    const owner = ownerOf(model, i);
    if (owner > 0) rowOf(model.nodes[owner]).self += self[i];
  }
  return [...rows.values()].sort((a, b) => b.self - a.self || b.total - a.total);
}

function ownerOf(model, node) {
  let at = node;
  while (at > 0 && model.nodes[at].kind !== "function" && model.nodes[at].kind !== "region" && model.nodes[at].kind !== "task")
    at = model.nodes[at].parent;
  return at > 0 && model.nodes[at].kind === "function" ? at : 0;
}
