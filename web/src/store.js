// What is selected, and who has to know. A view changes it by set(); all views are then told.
import { measure } from "./measure.js";

const kNothing = { from: null, to: null, region: null, zoom: 0, search: "", file: null, line: null };

export class Store {
  constructor(model) {
    this.model = model;
    this.selection = { ...kNothing };
    this.measured = measure(model, this.selection);
    this.views = [];
  }

  add(view) {
    this.views.push(view);
  }

  set(change) {
    const before = this.selection;
    this.selection = { ...before, ...change };
    const other = ["from", "to", "region"].some((name) => before[name] !== this.selection[name]);
    if (other) this.measured = measure(this.model, this.selection);
    for (const view of this.views) view(this);
  }

  clear() {
    this.set(kNothing);
  }

  whole() {
    return this.selection.from === null && this.selection.region === null;
  }
}
