// Rows of phases below the timeline, one for each name. A click on a span selects its stretch of time.
import { make, onChosen, showTip } from "../element.js";
import { seconds } from "../format.js";

export const kPhaseRow = 16;  // pixels
const kNarrowest = 2;
const kNamed = 40;  // narrower spans have no name in them

// Whoever has spans that are narrower than a few points sees the first of those that would lie on each other.
export function phaseBoxes(store, scale, width) {
  const { phases } = store.model;
  const { from, to } = store.selection;
  const boxes = [];
  phases.lanes.forEach((spans, lane) => {
    let free = -Infinity;
    for (const span of spans) {
      const [begin, end] = [phases.begin[span], phases.end[span]];
      const left = Math.max(0, scale(begin));
      const right = Math.max(Math.min(width, scale(end)), left + kNarrowest);
      if (scale(end) <= 0 || scale(begin) >= width || right <= free) continue;
      free = right;
      const selected = from === begin && to === end;
      const name = phases.names[lane];
      const box = make("div", { class: "phase", role: "button", "data-phase": name, "data-span": span,
        "aria-pressed": selected, "aria-label": `phase ${name}, ${seconds(begin)} to ${seconds(end)}`,
        style: `left:${left}px;top:${lane * kPhaseRow}px;width:${right - left}px` }, right - left > kNamed ? name : "");
      const tip = `phase ${name}\n${seconds(begin)} to ${seconds(end)}: ${seconds(end - begin)}`;
      box.addEventListener("mousemove", (event) => showTip(tip, event.clientX, event.clientY));
      box.addEventListener("mouseleave", () => showTip(""));
      boxes.push(onChosen(box, () => store.set(selected ? { from: null, to: null } : { from: begin, to: end })));
    }
  });
  return boxes;
}
