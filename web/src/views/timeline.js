// What each thread did when: a row per thread, coloured by state or by region; below them a row per offload device. A brush
// selects a stretch.
import { axisBottom } from "d3-axis";
import { brushX } from "d3-brush";
import { scaleLinear } from "d3-scale";
import { select } from "d3-selection";
import { kDeviceColours, kKinds, kPieces, kindOf, regionColour, rgb } from "../colours.js";
import { make, showTip } from "../element.js";
import { label, place, seconds, short } from "../format.js";
import { RowPainter } from "../paint.js";
import { deviceTip, paintDevices } from "./device_rows.js";
import { kPhaseRow, phaseBoxes } from "./phase_rows.js";

const kLabels = 96;  // pixels on the left
const kAxis = 24;
const kHighest = 22, kLowest = 3, kWanted = 320;  // heights of a row, and of all together
const kFaded = 0.25;       // other regions than the selected one
const kPath = "#e600a9";   // the critical path
const kNamedRegions = 10;  // with a colour of their own
const kPhaseLetters = 16;  // of a name on the left
const kDeviceRow = 20;     // height, of a lane for each kind of work

class Timeline {
  constructor(root, store) {
    this.store = store;
    this.colouring = store.model.events === null ? "state" : "events";
    this.domain = [0, Math.max(store.model.end, 1e-9)];
    const threads = store.model.rows.length;
    this.rowHeight = Math.max(kLowest, Math.min(kHighest, Math.floor(kWanted / Math.max(1, threads))));
    this.devicesTop = this.rowHeight * threads;
    this.height = this.devicesTop + kDeviceRow * store.model.devices.rows.length;
    this.build(root);
    new ResizeObserver(() => this.resize()).observe(this.plot);
  }

  build(root) {
    const { model } = this.store;
    this.byState = make("button", { onclick: () => this.colourBy("state") }, "states");
    this.byRegion = make("button", { onclick: () => this.colourBy("region") }, "regions");
    this.byEvents = make("button", { onclick: () => this.colourBy("events"), title: "from the trace: every event, and the critical path" }, "events");
    this.byEvents.hidden = model.events === null;
    this.zoomIn = make("button", { onclick: () => this.zoom(), title: "z" }, "zoom to selection");
    this.zoomOut = make("button", { onclick: () => this.unzoom(), title: "x" }, "whole run");
    this.canvas = make("canvas");
    this.svg = select(document.createElementNS("http://www.w3.org/2000/svg", "svg"));
    this.axis = select(document.createElementNS("http://www.w3.org/2000/svg", "svg")).attr("class", "axis");
    this.plot = make("div", { class: "plot" }, this.canvas, this.svg.node());
    this.phases = make("div", { class: "phases", style: `margin-left:${kLabels}px;height:${model.phases.names.length * kPhaseRow}px` });
    this.legend = make("div", { class: "legend" });
    const note = model.untimed > 0 ? `; ${seconds(model.untimed)} of thread time has no place here` : "";
    root.append(
      make("h2", {}, "Timeline", this.byState, this.byRegion, this.byEvents, this.zoomIn, this.zoomOut,
        make("span", { class: "note" }, `drag to select a stretch: everything else follows${note}`)),
      make("div", { class: "scroll" }, make("div", { class: "rows" }, ...this.labels(), this.plot, this.phases)), this.axis.node(), this.legend);
    this.plot.style.marginLeft = `${kLabels}px`;
    this.plot.addEventListener("mousemove", (event) => this.hover(event));
    this.plot.addEventListener("mouseleave", () => showTip(""));
  }

  labels() {
    const every = Math.ceil(11 / this.rowHeight);
    const { model } = this.store;
    const label = (text, top, height) =>
      make("span", { class: "thread-label", style: `top:${top + Math.max(0, (height - 10) / 2)}px` }, text);
    const threads = model.rows.map((_, thread) => thread).filter((thread) => thread % every === 0);
    return [...threads.map((thread) => label(model.threadName(thread), thread * this.rowHeight, this.rowHeight)),
      ...model.devices.rows.map((_, row) => label(model.deviceName(row), this.devicesTop + row * kDeviceRow, kDeviceRow)),
      ...model.phases.names.map((name, lane) => label(short(name, kPhaseLetters), this.height + lane * kPhaseRow, kPhaseRow))];
  }

  resize() {
    const width = this.plot.clientWidth;
    if (width === 0 || width === this.width) return;
    this.width = width;
    this.svg.attr("width", width).attr("height", this.height);
    this.axis.attr("width", width + kLabels).attr("height", kAxis);
    this.plot.style.height = `${this.height}px`;
    this.brush = brushX().extent([[0, 0], [width, this.height]]).on("end", (event) => this.brushed(event));
    this.svg.selectAll("*").remove();
    this.svg.append("g").attr("class", "brush").call(this.brush);
    this.draw();
  }

  scale() {
    return scaleLinear().domain(this.domain).range([0, this.width]);
  }

  brushed(event) {
    if (!event.sourceEvent) return;  // drawn by us
    if (!event.selection) return this.store.set({ from: null, to: null });
    const [from, to] = event.selection.map(this.scale().invert);
    this.store.set({ from, to });
  }

  zoom() {
    const { from, to } = this.store.selection;
    if (from === null) return;
    this.domain = [from, to];
    this.draw();
  }

  unzoom() {
    this.domain = [0, Math.max(this.store.model.end, 1e-9)];
    this.draw();
  }

  colourBy(what) {
    this.colouring = what;
    this.draw();
  }

  colourOf(stretch) {
    const { stretches, nodes } = this.store.model;
    const region = stretches.region[stretch];
    const kind = kindOf(nodes[stretches.node[stretch]], region);
    if (this.colouring === "state" || region < 0 || kind !== 0) return kKinds[kind].colour;
    return regionColour(region);
  }

  paint() {
    const { model, selection } = this.store;
    const { stretches, rows } = model;
    const image = new ImageData(this.width, this.height);
    const painter = new RowPainter(this.width);
    const scale = this.scale();
    const colours = new Map();
    const colourOf = (i) => {
      const name = this.colourOf(i);
      if (!colours.has(name)) colours.set(name, rgb(name));
      return colours.get(name);
    };
    const gap = this.rowHeight > 5 ? 1 : 0;
    if (this.colouring === "events") this.paintEvents(image, painter, scale, gap);
    else rows.forEach(([first, last], thread) => {
      painter.clear();
      for (let i = first; i < last; i++) {
        if (stretches.end[i] < this.domain[0] || stretches.begin[i] > this.domain[1]) continue;
        const other = selection.region !== null && stretches.region[i] !== selection.region;
        painter.add(scale(stretches.begin[i]), scale(stretches.end[i]), colourOf(i), other ? kFaded : 1);
      }
      painter.copy(image, thread * this.rowHeight, (thread + 1) * this.rowHeight - gap);
    });
    paintDevices(model.devices, image, painter, scale, this.devicesTop, kDeviceRow);
    this.canvas.width = this.width;
    this.canvas.height = this.height;
    this.canvas.getContext("2d").putImageData(image, 0, 0);
  }

  // Rows from the trace, the critical path as a line along the lower edge of the row that it is in.
  paintEvents(image, painter, scale, gap) {
    const { events } = this.store.model;
    const [from, to] = this.domain;
    const line = this.rowHeight > 8 ? 3 : 1;
    const colours = kKinds.map(({ colour }) => rgb(colour));
    const ofPath = rgb(kPath);
    events.rows.forEach(([first, last], thread) => {
      painter.clear();
      for (let i = first; i < last; i++) {
        if (events.end[i] < from || events.begin[i] > to) continue;
        const kind = this.kindOfEvent(i);
        if (kind >= 0) painter.add(scale(events.begin[i]), scale(events.end[i]), colours[kind], 1);
      }
      const bottom = (thread + 1) * this.rowHeight - gap;
      painter.copy(image, thread * this.rowHeight, bottom);
      painter.clear();
      for (const [begin, end] of events.path[thread])
        if (end >= from && begin <= to) painter.add(scale(begin), Math.max(scale(end), scale(begin) + 1), ofPath, 1);
      painter.copy(image, bottom - line, bottom);
    });
  }

  kindOfEvent(i) {
    const { events } = this.store.model;
    const { kind } = kPieces[events.kind[i]] ?? { kind: -1 };
    return kind === 0 && events.constructs[events.what[i]].startsWith("serial code") ? 1 : kind;
  }

  // What the last painting was made of: a brush alone changes nothing in it.
  painting() {
    return [this.width, ...this.domain, this.colouring, this.store.selection.region].join(" ");
  }

  draw() {
    if (!this.width || this.height === 0) return;
    const { from, to } = this.store.selection;
    if (this.painted !== this.painting()) this.paint();
    this.painted = this.painting();
    const scale = this.scale();
    const brush = this.svg.select(".brush");
    this.brush.move(brush, from === null ? null : [from, to].map((moment) => Math.max(0, Math.min(this.width, scale(moment)))));
    const axis = axisBottom(scale).ticks(Math.max(2, this.width / 110)).tickFormat((moment) => seconds(moment));
    this.drawPhases(scale);
    this.axis.selectAll("*").remove();
    this.axis.append("g").attr("transform", `translate(${kLabels},0)`).call(axis);
    this.byState.setAttribute("aria-pressed", this.colouring === "state");
    this.byEvents.setAttribute("aria-pressed", this.colouring === "events");
    this.byRegion.setAttribute("aria-pressed", this.colouring === "region");
    this.zoomIn.hidden = from === null;
    this.zoomOut.hidden = this.domain[0] === 0 && this.domain[1] >= this.store.model.end;
    this.drawLegend();
  }

  // Who chose one keeps the keyboard's focus there.
  drawPhases(scale) {
    const chosen = this.phases.contains(document.activeElement) ? document.activeElement.dataset.span : null;
    this.phases.replaceChildren(...phaseBoxes(this.store, scale, this.width));
    if (chosen !== null) this.phases.querySelector(`[data-span="${chosen}"]`)?.focus();
  }

  drawLegend() {
    const item = (colour, name) => make("span", {}, make("i", { style: `background:${colour}` }), name);
    const items = kKinds.slice(this.colouring === "region" ? 1 : 0).map(({ name, colour }) => item(colour, name));
    if (this.colouring === "region")
      this.store.model.regions.slice(0, kNamedRegions).forEach((region, i) =>
        items.unshift(item(regionColour(i), `${short(region.function, 30)} ${place(region)}`)));
    if (this.colouring === "events") items.push(item(kPath, "critical path"));
    const { devices } = this.store.model;
    if (devices.rows.length > 0) devices.works.forEach((name, work) => items.push(item(kDeviceColours[work], name)));
    this.legend.replaceChildren(...items);
  }

  // The stretch of a thread at a moment, by bisection; -1 if there is none.
  stretchAt(thread, moment) {
    const { stretches, rows } = this.store.model;
    let [low, high] = rows[thread];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (stretches.end[middle] <= moment) low = middle + 1;
      else high = middle;
    }
    return low < rows[thread][1] && stretches.begin[low] <= moment ? low : -1;
  }

  hover(event) {
    const box = this.plot.getBoundingClientRect();
    const y = event.clientY - box.top;
    const { model } = this.store;
    if (y < 0 || y >= this.height || !this.width) return showTip("");
    const moment = this.scale().invert(event.clientX - box.left);
    const point = (this.domain[1] - this.domain[0]) / this.width;
    const text = y < this.devicesTop ? this.tip(Math.min(model.rows.length - 1, Math.floor(y / this.rowHeight)), moment)
      : deviceTip(model, Math.floor((y - this.devicesTop) / kDeviceRow), moment, point);
    showTip(text, event.clientX, event.clientY);
  }

  // The same of the trace.
  eventTip(thread, moment, head) {
    const { events } = this.store.model;
    let [low, high] = events.rows[thread];
    const behind = high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (events.end[middle] <= moment) low = middle + 1;
      else high = middle;
    }
    if (low >= behind || events.begin[low] > moment) return `${head}\nnothing is known`;
    const onPath = events.path[thread].some(([begin, end]) => begin <= moment && moment < end);
    const what = kPieces[events.kind[low]];
    const lines = [head, `${what ? what.name : "unknown"} ${events.constructs[events.what[low]]}`,
      `for ${seconds(events.end[low] - events.begin[low])}`];
    if (onPath) lines.push("on the critical path");
    return lines.join("\n");
  }

  tip(thread, moment) {
    const { model } = this.store;
    const at = this.stretchAt(thread, moment);
    const head = `thread ${model.threadName(thread)}, ${seconds(moment)}`;
    if (this.colouring === "events") return this.eventTip(thread, moment, head);
    if (at < 0) return `${head}\nnothing is known`;
    const node = model.nodes[model.stretches.node[at]];
    const region = model.stretches.region[at];
    const lines = [head, kKinds[kindOf(node, region)].name, `${label(node)} ${place(node)}`,
      `for ${seconds(model.stretches.end[at] - model.stretches.begin[at])}`];
    if (region >= 0) lines.push(`in parallel in ${model.regions[region].function} ${place(model.regions[region])}`);
    return lines.join("\n");
  }
}

export function mountTimeline(root, store) {
  if (store.model.stretches.length === 0 && store.model.events === null && store.model.devices.at.length === 0) {
    root.append(make("h2", {}, "Timeline"), make("p", { class: "faint" }, "This recording has no timed samples."));
    return { draw() {}, zoom() {}, unzoom() {} };
  }
  return new Timeline(root, store);
}
