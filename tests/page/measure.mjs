// The page's own sums, on a run made by hand: two threads, one region with a task in it, 10 s.
//
//   s         0..4                     4..8                     8..10
//   thread 0  work in main             work in the region       barrier of the region
//   thread 1  idle                     task in the region       task in the region
import assert from "node:assert/strict";
import { test } from "node:test";
import { kindOf, kKinds } from "../src/colours.js";
import { count, label, place, seconds, short } from "../src/format.js";
import { byThread, functionsOf, measure } from "../src/measure.js";
import { Model, sum } from "../src/model.js";
import { RowPainter } from "../src/paint.js";

const node = (name, kind, self, children = []) =>
  ({ name, kind, self_s: self, total_s: self + sum(children.map((child) => child.total_s)), children });
const row = (work, wait) => ({ work_s: work, wait_s: wait, blocked_s: 0, no_processor_s: 0 });

function model() {
  const task = node("solve", "task", 0, [node("leaf", "function", 6)]);
  const region = node("main", "region", 4, [task, node("<implicit barrier>", "wait", 2)]);
  const tree = [node("main", "function", 4, [region, node("<idle>", "wait", 4)])];
  return new Model({
    report: {
      tree, totals: { thread_s: 20, ...row(14, 6) }, run: { elapsed_s: 10 },
      regions: [{ function: "main", file: "/a/m.c", line: 3, balance: 0.9, ...row(10, 2) }],
      lines: [{ file: "/a/m.c", line: 1, ...row(4, 0) }, { file: "/a/m.c", line: 4, ...row(10, 0) }],
      threads: [{ id: 0, kind: "initial", rank: null, ...row(8, 2) }, { id: 1, kind: "worker", rank: null, ...row(6, 4) }],
      processes: [{}],
    },
    sources: {},
    // A kernel from 1 to 3 s, one from 2 to 4 s, a copy from 3 to 4 s.
    devices: {
      rows: [{ process: 0, number: 0, type: "sm_90", without_moments: 0 }], works: ["kernel", "copy"], places: ["f  m.c:5"], grain_s: 0,
      counts: [2, 1], gaps_ns: [1e9, 1e9, 3e9], lengths_ns: [2e9, 2e9, 1e9], at: [0, 0, 0], bytes: [0, 0, 8], times: [1, 1, 1],
    },
    phases: { names: ["solve"], lanes: [0, 0], begins_us: [1e6, 9e6], ends_us: [3e6, 12e6] },
    // <program> main region task leaf barrier idle
    node_regions: [0, 0, 1, 1, 1, 1, 0],
    timeline: {
      grain_s: 0, coarse: false, untimed_s: 0, left_out_nodes: [], counts: [3, 2],
      gaps_us: [0, 0, 0, 0, 0], lengths_us: [4e6, 4e6, 2e6, 4e6, 6e6],
      nodes: [1, 2, 5, 6, 4], regions: [0, 1, 1, 0, 1], lines: [1, 2, 0, 0, 2],
    },
  });
}
const kAll = { from: null, to: null, region: null };

test("all of the run is what the report says", () => {
  const whole = measure(model(), kAll);
  assert.equal(whole.exact, true);
  assert.deepEqual(whole.totals, [14, 6, 0, 0]);
  assert.equal(sum([...whole.self]), 20);
  assert.equal(whole.regions[0].balance, 0.9);
});

test("a region is its row of the report, without threads that were idle meanwhile", () => {
  const part = measure(model(), { ...kAll, region: 0 });
  assert.deepEqual(part.totals, [10, 2, 0, 0]);
  assert.equal(sum([...part.self]), 12);
  assert.deepEqual(part.lines, [[0, 0, 0, 0], [10, 0, 0, 0]]);
});

test("a stretch of time cuts what goes over its ends", () => {
  const part = measure(model(), { from: 3, to: 9, region: null });
  assert.equal(part.exact, false);
  assert.deepEqual(part.totals, [1 + 4 + 5, 1 + 1, 0, 0]);
  assert.deepEqual([...part.self], [0, 1, 4, 0, 5, 1, 1]);
  assert.deepEqual(part.regions[0].times, [9, 1, 0, 0]);
  assert.equal(part.regions[0].balance, 4.5 / 5);
});

test("a stretch of a region", () => {
  const part = measure(model(), { from: 3, to: 9, region: 0 });
  assert.deepEqual(part.totals, [9, 1, 0, 0]);
  assert.deepEqual(byThread(model(), { from: 3, to: 9, region: 0 }), [[4, 1, 0, 0], [5, 0, 0, 0]]);
});

test("functions count their path once", () => {
  const made = model();
  const rows = functionsOf(made, measure(made, { ...kAll, region: 0 }).self);
  assert.deepEqual(rows.map((row) => [row.node.name, row.self, row.total]), [["leaf", 6, 6], ["main", 0, 12]]);
});

test("kinds of time", () => {
  const kind = (name, what, region) => kKinds[kindOf({ name, kind: what }, region)].name;
  assert.equal(kind("f", "function", 0), "work in regions");
  assert.equal(kind("f", "function", -1), "serial work");
  assert.equal(kind("<implicit barrier>", "wait", 0), "waiting for others");
  assert.equal(kind("<idle>", "wait", -1), "idle");
  assert.equal(kind("<critical>", "wait", 0), "lock");
  assert.equal(kind("<overhead>", "wait", 0), "overhead");
  assert.equal(kind("<sleep>", "blocked", 0), "blocked");
});

test("a painted point is the mean of its time", () => {
  const painter = new RowPainter(2);
  painter.add(-5, 0.5, [200, 0, 0], 1);
  painter.add(0.5, 1, [0, 100, 0], 1);
  painter.add(1, 1.25, [0, 0, 80], 1);
  const image = { data: new Float32Array(8) };
  painter.copy(image, 0, 1);
  assert.deepEqual([...image.data], [100, 50, 0, 255, 0, 0, 80, 255 / 4]);
});

test("numbers and names", () => {
  assert.deepEqual([0, 1.234, 0.01234, 4.5e-6, 123.4].map(seconds), ["0", "1.23 s", "12.3 ms", "4.50 us", "123 s"]);
  assert.equal(count(1234567), "1\u202f234\u202f567");
  assert.equal(short("a".repeat(50) + "b".repeat(50), 21), "aaaaaaaaa...bbbbbbbbb");
  assert.equal(label({ kind: "region", suffix: "teams", name: "f" }), "teams in f");
  assert.equal(place({ file: "/x/y.c", line: 7 }), "y.c:7");
});

test("a device's work is cut at the ends of a stretch, and what overlaps counts twice", () => {
  const { devices } = model();
  assert.deepEqual(devices.sums(0), [4, 1]);
  assert.deepEqual(devices.sums(0, 2.5, 3.5), [1.5, 0.5]);
  assert.deepEqual(devices.sums(0, 5, 6), [0, 0]);
  assert.deepEqual(devices.lane(0, 1), [2, 3]);
  assert.equal(model().deviceName(0), "device 0");
});

test("phases are lanes of spans, and the run is as long as the last of them", () => {
  const { phases, end } = model();
  assert.deepEqual(phases.lanes, [[0, 1]]);
  assert.deepEqual([...phases.begin], [1, 9]);
  assert.equal(end, 12);
});
