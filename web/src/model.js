// What the recording says, in columns: the tree's nodes by number, the stretches of the threads, the regions.

export const kClasses = ["work", "wait", "blocked", "no processor"];
const kClassOfKind = { wait: 1, blocked: 2, no_processor: 3 };

export class Model {
  constructor(data) {
    this.report = data.report;
    this.sources = data.sources;
    this.nodes = [{ name: "<program>", kind: "program", parent: -1, depth: 0, self: 0 }];
    this.addChildren(0, data.report.tree);
    const below = sum(data.report.tree.map((node) => node.total_s));
    this.nodes[0].self = Math.max(0, data.report.totals.thread_s - below);
    for (const node of data.timeline.left_out_nodes)
      this.nodes.push({ ...node, self: 0, depth: this.nodes[node.parent].depth + 1, timeClass: kClassOfKind[node.kind] ?? 0 });
    data.node_regions.forEach((region, node) => { this.nodes[node].region = region - 1; });
    this.readTimeline(data.timeline);
    this.events = data.events ? new Events(data.events, data.report.threads.length) : null;
    if (this.events) this.end = this.events.end.reduce((a, b) => Math.max(a, b), this.end);
    this.devices = new Devices(data.devices);
    this.end = this.devices.end.reduce((a, b) => Math.max(a, b), this.end);
    this.phases = new Phases(data.phases);
    this.end = this.phases.end.reduce((a, b) => Math.max(a, b), this.end);
    this.regions = data.report.regions;
    this.elapsed = data.report.run.elapsed_s;
  }

  // Numbers nodes as the JSON has them: parents first.
  addChildren(parent, children) {
    for (const child of children) {
      const { children: below, self_s: self, ...node } = child;
      const number = this.nodes.push({ ...node, self, parent, depth: this.nodes[parent].depth + 1 }) - 1;
      this.nodes[number].timeClass = kClassOfKind[child.kind] ?? 0;
      this.addChildren(number, below);
    }
    this.nodes[parent].timeClass ??= 0;
  }

  readTimeline(columns) {
    const length = columns.nodes.length;
    this.stretches = {
      length,
      thread: new Uint32Array(length),
      begin: new Float64Array(length),  // seconds
      end: new Float64Array(length),
      node: Uint32Array.from(columns.nodes),
      region: Int32Array.from(columns.regions, (region) => region - 1),
      line: Int32Array.from(columns.lines, (line) => line - 1),
    };
    this.rows = [];  // of threads: [first stretch, behind the last]
    let at = 0;
    columns.counts.forEach((count, thread) => {
      const first = at;
      let moment = 0;
      for (; at < first + count; at++) {
        moment += columns.gaps_us[at];
        this.stretches.thread[at] = thread;
        this.stretches.begin[at] = moment / 1e6;
        moment += columns.lengths_us[at];
        this.stretches.end[at] = moment / 1e6;
      }
      this.rows.push([first, at]);
    });
    this.grain = columns.grain_s;
    this.coarse = columns.coarse;
    this.untimed = columns.untimed_s;
    this.end = this.stretches.length ? this.stretches.end.reduce((a, b) => Math.max(a, b)) : 0;
  }

  threadName(index) {
    const thread = this.report.threads[index];
    return `${this.processName(thread.process)}${thread.id}${thread.kind === "initial" ? " (initial)" : ""}`;
  }

  deviceName(row) {
    const { process, number } = this.devices.rows[row];
    return `${this.processName(process)}device ${number}`;
  }

  // What names begin with where there are several.
  processName(index) {
    const { processes } = this.report;
    const rank = processes[index]?.rank ?? null;
    if (rank !== null) return `rank ${rank} `;
    return processes.length > 1 ? `${index}.` : "";
  }
}

// What the events of a trace say each thread did, and the critical path: rows are threads, times are seconds.
class Events {
  constructor(columns, threads) {
    const length = columns.kinds.length;
    this.constructs = columns.constructs;
    this.grain = columns.grain_s;
    this.begin = new Float64Array(length);
    this.end = new Float64Array(length);
    this.kind = Uint8Array.from(columns.kinds);
    this.what = Uint32Array.from(columns.what);
    this.rows = Array.from({ length: threads }, () => [0, 0]);  // [first stretch, behind the last]
    this.path = Array.from({ length: threads }, () => []);      // [begin, end]
    let at = 0;
    columns.counts.forEach((count, i) => {
      const first = at;
      let moment = 0;
      for (; at < first + count; at++) {
        moment += columns.gaps_us[at];
        this.begin[at] = moment / 1e6;
        moment += columns.lengths_us[at];
        this.end[at] = moment / 1e6;
      }
      if (columns.rows[i] < threads) this.rows[columns.rows[i]] = [first, at];
    });
    columns.path.rows.forEach((row, i) => {
      if (row < threads) this.path[row].push([columns.path.begins_us[i] / 1e6, columns.path.ends_us[i] / 1e6]);
    });
  }
}

// When the program was in the phases that it names: a lane for each; times are seconds. Spans of a lane may overlap.
class Phases {
  constructor(columns) {
    this.names = columns.names;
    this.begin = Float64Array.from(columns.begins_us, (us) => us / 1e6);
    this.end = Float64Array.from(columns.ends_us, (us) => us / 1e6);
    this.lanes = this.names.map(() => []);  // spans
    columns.lanes.forEach((lane, span) => this.lanes[lane].push(span));
  }
}

// What offload devices did: rows are devices of a process, each with a lane for each kind of work; times are seconds. Spans of a
// lane may overlap.
class Devices {
  constructor(columns) {
    const length = columns.at.length;
    this.rows = columns.rows;
    this.works = columns.works;
    this.places = columns.places;
    this.grain = columns.grain_s;
    this.begin = new Float64Array(length);
    this.end = new Float64Array(length);
    this.length = Float64Array.from(columns.lengths_ns, (ns) => ns / 1e9);
    this.at = Uint32Array.from(columns.at);
    this.bytes = Float64Array.from(columns.bytes);
    this.times = Uint32Array.from(columns.times);
    this.lanes = [];  // works.length for each row: [first span, behind the last]
    let span = 0;
    for (const count of columns.counts) {
      const first = span;
      for (let ns = 0; span < first + count; span++) {
        ns += columns.gaps_ns[span];
        this.begin[span] = ns / 1e9;
        this.end[span] = (ns + columns.lengths_ns[span]) / 1e9;
      }
      this.lanes.push([first, span]);
    }
  }

  lane(row, work) {
    return this.lanes[row * this.works.length + work];
  }

  // Of a row: seconds by kind of work between two moments.
  sums(row, from = -Infinity, to = Infinity) {
    return this.works.map((_, work) => {
      const [first, last] = this.lane(row, work);
      let all = 0;
      for (let i = first; i < last; i++) {
        const whole = this.begin[i] >= from && this.end[i] <= to;
        all += whole ? this.length[i] : Math.max(0, Math.min(this.end[i], to) - Math.max(this.begin[i], from));
      }
      return all;
    });
  }
}

export function sum(numbers) {
  return numbers.reduce((a, b) => a + b, 0);
}
