// The call tree as an icicle: width is time, a click zooms, the search marks.
import { hierarchy, partition } from "d3-hierarchy";
import { nodeColour } from "../colours.js";
import { make, onChosen, showTip } from "../element.js";
import { count, label, percent, place, seconds } from "../format.js";
import { kClasses, sum } from "../model.js";

const kRow = 19;        // pixels
const kNarrowest = 1.5; // narrower nodes are not drawn

// The nodes that have time, with what their subtrees add up to.
function treeOf(model, self) {
  const nodes = model.nodes.map((_, number) => ({ number, children: [], all: self[number] }));
  for (let i = nodes.length - 1; i > 0; i--) {
    if (nodes[i].all <= 0) continue;
    const parent = nodes[model.nodes[i].parent];
    parent.all += nodes[i].all;
    parent.children.push(nodes[i]);
  }
  return nodes[0];
}

class Icicle {
  constructor(root, store) {
    this.store = store;
    this.title = make("h2");
    this.search = make("input", { type: "search", placeholder: "search (/)", id: "search", "aria-label": "Search functions and regions",
      oninput: () => store.set({ search: this.search.value }) });
    this.up = make("button", { onclick: () => store.set({ zoom: 0 }) }, "all");
    this.plot = make("div", { class: "icicle", role: "tree", "aria-label": "Call tree" });
    root.append(this.title, this.plot);
    new ResizeObserver(() => this.resize()).observe(this.plot);
  }

  // Drawing sets the height itself. To draw again for that would take the boxes away from who holds one: a click between
  // its two halves, the keyboard's focus.
  resize() {
    if (this.plot.clientWidth !== this.width) this.draw();
  }

  layout() {
    const { model, measured } = this.store;
    if (this.laidFor === measured) return this.laid;
    this.laidFor = measured;
    this.laid = hierarchy(treeOf(model, measured.self)).sum((node) => Math.max(0, measured.self[node.number]))
      .sort((a, b) => b.value - a.value || a.data.number - b.data.number);
    partition()(this.laid);
    return this.laid;
  }

  tip(node) {
    const thing = this.store.model.nodes[node.data.number];
    const self = this.store.measured.self[node.data.number];
    const lines = [label(thing), place(thing), `${seconds(node.value)} of ${seconds(this.laid.value)} (${percent(node.value / this.laid.value)})`];
    if (self > 0) lines.push(`of its own: ${seconds(self)} ${kClasses[thing.timeClass]}`);
    if (thing.count) lines.push(`count ${thing.count}`);
    return lines.filter((line) => line).join("\n");
  }

  box(node, x, width, hit) {
    const thing = this.store.model.nodes[node.data.number];
    const { search } = this.store.selection;
    const text = `${label(thing)} ${thing.kind === "function" ? "" : place(thing)}`;
    const style = `left:${x}px;top:${node.depth * kRow}px;width:${width}px;background:${nodeColour(thing)}`;
    const box = make("div", { style, role: "treeitem", "data-node": node.data.number, "data-seconds": node.value,
      "aria-label": `${label(thing)} ${seconds(node.value)}`, class: search ? (hit ? "hit" : "faded") : null }, width > 24 ? text : "");
    box.addEventListener("mousemove", (event) => showTip(this.tip(node), event.clientX, event.clientY));
    box.addEventListener("mouseleave", () => showTip(""));
    return onChosen(box, () => this.choose(node));
  }

  // Nodes too narrow to be drawn, together.
  rest(nodes, left, right) {
    const style = `left:${left}px;top:${nodes[0].depth * kRow}px;width:${Math.max(1, right - left)}px`;
    const time = seconds(sum(nodes.map((node) => node.value)));
    const text = `${count(nodes.length)} more, ${time} together`;
    return make("div", { style, class: "rest", title: text }, right - left > 60 ? text : "");
  }

  choose(node) {
    const zoom = node.data.number === this.store.selection.zoom ? 0 : node.data.number;
    const thing = this.store.model.nodes[node.data.number];
    this.store.set({ zoom, file: thing.file ?? null, line: thing.line ?? null });
    this.plot.querySelector(`[data-node="${node.data.number}"]`)?.focus();
  }

  draw() {
    const { selection, model } = this.store;
    const root = this.layout();
    const width = this.width = this.plot.clientWidth;
    const zoomed = root.find((node) => node.data.number === selection.zoom) ?? root;
    const scale = width / (zoomed.x1 - zoomed.x0 || 1);
    const wanted = selection.search.toLowerCase();
    const hits = (node) => wanted !== "" && label(model.nodes[node.data.number]).toLowerCase().includes(wanted);
    const boxes = [];
    let [deepest, found] = [0, 0];
    root.each((node) => { if (hits(node) && !node.ancestors().slice(1).some(hits)) found += node.value; });
    const edges = (node) => [Math.max(0, (node.x0 - zoomed.x0) * scale), Math.min(width, (node.x1 - zoomed.x0) * scale)];
    const visit = (node) => {
      const [left, right] = edges(node);
      deepest = Math.max(deepest, node.depth);
      boxes.push(this.box(node, left, right - left, hits(node)));
      const children = (node.children ?? []).filter((child) => edges(child)[1] > edges(child)[0]);
      const wide = children.filter((child) => edges(child)[1] - edges(child)[0] >= kNarrowest);
      wide.forEach(visit);
      // The heaviest come first, so that the narrow ones stand together.
      const narrow = children.slice(wide.length);
      if (narrow.length > 0) boxes.push(this.rest(narrow, edges(narrow[0])[0], edges(narrow.at(-1))[1]));
    };
    if (root.value > 0) visit(root);
    this.plot.style.height = `${(deepest + 1) * kRow}px`;
    this.plot.replaceChildren(...boxes);
    this.caption(found, root.value);
  }

  caption(found, all) {
    const { selection } = this.store;
    const note = selection.search ? `${seconds(found)} (${percent(all ? found / all : 0)}) in what is found` : "width is thread time; click to zoom";
    if (document.activeElement !== this.search) this.search.value = selection.search;
    if (!this.title.firstChild) this.title.append("Call tree", this.search, this.up, make("span", { class: "note", id: "found" }));
    this.title.lastChild.textContent = note;
    this.up.hidden = selection.zoom === 0;
  }
}

export function mountTree(root, store) {
  const icicle = new Icicle(root, store);
  return () => icicle.draw();
}

