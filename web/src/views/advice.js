// What could be changed, and what each cause costs.
import { make, onChosen } from "../element.js";
import { place, seconds, short } from "../format.js";

function regionOf(store, thing) {
  return store.model.regions.findIndex((region) => region.function === thing.name && region.file === thing.file && region.line === thing.line);
}

function item(store, thing, ...content) {
  const region = thing.name ? regionOf(store, thing) : -1;
  const line = make("li", {}, ...content);
  if (region < 0) return line;
  line.title = "Select this region";
  return onChosen(line, () => store.set({ region }));
}

function adviceItem(store, advice) {
  const gain = advice.gain_s === null ? "" : `up to ${seconds(advice.gain_s)}: `;
  return item(store, advice, make("b", {}, gain), advice.finding, make("div", { class: "faint" }, advice.remedy));
}

function gainItem(store, gain) {
  const where = gain.name ? `${short(gain.name, 50)} ${place(gain)}` : "";
  return item(store, gain, make("b", {}, seconds(gain.gain_s)), ` ${gain.cause} `, make("span", { class: "faint" }, where));
}

function list(title, note, items, empty) {
  return make("div", {}, make("h2", {}, title, make("span", { class: "note" }, note)),
    items.length ? make("ul", { class: "plain" }, ...items) : make("p", { class: "faint" }, empty));
}

export function mountAdvice(root, store) {
  const { advice, gains } = store.model.report;
  root.className = "columns";
  root.append(
    list("Advice", "of the whole run", advice.map((one) => adviceItem(store, one)), "Nothing in the data calls for a change."),
    list("What each cause costs", "elapsed time saved at most if it were gone", gains.slice(0, 8).map((one) => gainItem(store, one)), "Nothing."));
}
