// The regions as a table: sortable, searched by the page's search, a click selects one.
import { make, onChosen } from "../element.js";
import { count, place, seconds, short } from "../format.js";

const kShown = 100;

// The columns; `exact` ones are known of the whole run only.
const kColumns = [
  { name: "region", key: (row) => row.name, text: (row) => row.name },
  { name: "count", key: (row) => row.region.count, text: (row) => count(row.region.count), exact: true },
  { name: "elapsed", key: (row) => row.region.elapsed_s, text: (row) => seconds(row.region.elapsed_s), exact: true },
  { name: "work", key: (row) => row.times[0], text: (row) => seconds(row.times[0]) },
  { name: "wait", key: (row) => row.times[1], text: (row) => seconds(row.times[1]) },
  { name: "blocked", key: (row) => row.times[2], text: (row) => seconds(row.times[2]) },
  { name: "no processor", key: (row) => row.times[3], text: (row) => seconds(row.times[3]) },
  { name: "balance", key: (row) => row.balance, text: (row) => balance(row) },
  { name: "gain", key: (row) => row.region.gain_s, text: (row) => seconds(row.region.gain_s), exact: true },
];

function balance(row) {
  const doubtful = row.region.doubtful_share > 0.1 ? "?" : "";
  return make("span", {}, `${row.balance.toFixed(2)}${doubtful} `,
    make("span", { class: "bar", style: `width:${Math.round(row.balance * 40)}px` }));
}

function rowsOf(store) {
  return store.model.regions.map((region, number) => ({
    number, region, name: `${region.function}  ${place(region)}`, ...store.measured.regions[number],
  }));
}

class Table {
  constructor(root, store) {
    this.store = store;
    this.sort = { column: kColumns.at(-1), down: true };
    this.all = false;
    this.title = make("h2", {}, "Parallel regions");
    this.head = make("tr");
    this.body = make("tbody");
    this.more = make("button", { onclick: () => { this.all = !this.all; this.draw(); } });
    root.append(this.title, make("div", { class: "scroll" }, make("table", {}, make("thead", {}, this.head), this.body)), this.more);
  }

  sortBy(column) {
    this.sort = { column, down: this.sort.column === column ? !this.sort.down : column.name !== "region" };
    this.draw();
  }

  heading(column) {
    const sorted = this.sort.column === column;
    const arrow = sorted ? (this.sort.down ? " \u2193" : " \u2191") : "";
    const cell = make("th", { scope: "col", "data-column": column.name,
      "aria-sort": sorted ? (this.sort.down ? "descending" : "ascending") : "none" }, column.name + arrow);
    return onChosen(cell, () => this.sortBy(column));
  }

  sorted() {
    const { column, down } = this.sort;
    const { search, from } = this.store.selection;
    const wanted = search.toLowerCase();
    const rows = rowsOf(this.store).filter((row) =>
      row.name.toLowerCase().includes(wanted) && (from === null || row.times.some((time) => time > 0)));
    // Of a stretch of time the events' sums are not known: most waiting first then.
    const key = column.exact && from !== null ? (row) => row.times[1] : column.key;
    const order = (a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.number - b.number);
    return rows.sort((a, b) => (down ? order(b, a) : order(a, b)));
  }

  row(row) {
    const part = this.store.selection.from !== null;
    const cells = kColumns.map((column) => make("td", {}, part && column.exact ? "\u00b7" : column.text(row)));
    cells[0].replaceChildren(short(row.region.function, 60), " ", make("span", { class: "faint" }, place(row.region)));
    cells[0].title = row.name;
    const selected = this.store.selection.region === row.number;
    const line = make("tr", { "data-region": row.number, "aria-selected": selected }, ...cells);
    return onChosen(line, () => this.store.set({ region: selected ? null : row.number }));
  }

  draw() {
    const rows = this.sorted();
    const shown = this.all ? rows : rows.slice(0, kShown);
    const note = this.store.selection.from === null ? "" : "in the selected stretch, from samples; \u00b7 is known of the whole run only";
    this.title.replaceChildren("Parallel regions", make("span", { class: "note" }, `${count(rows.length)} ${note}`));
    this.head.replaceChildren(...kColumns.map((column) => this.heading(column)));
    this.body.replaceChildren(...shown.map((row) => this.row(row)));
    this.more.hidden = rows.length <= kShown;
    this.more.textContent = this.all ? `only ${kShown}` : `all ${count(rows.length)}`;
  }
}

export function mountRegions(root, store) {
  const table = new Table(root, store);
  return () => table.draw();
}

