// What each region loses, largest loss first; a row is chosen by a click or by Enter.
import { make, onChosen } from "../element.js";
import { percent, place, seconds, short } from "../format.js";
import { efficiencyOf } from "../scaling_model.js";

const kShown = 100;

export function mountScalingTable(root, { steps, regions }, choose) {
  const heads = ["region", "loss", "efficiency", ...steps.map((step) => `with ${step.threads}`)];
  const largest = Math.max(...regions.map((region) => region.loss_s), 1e-12);
  const loss = (region) => make("span", {}, `${seconds(region.loss_s)} `,
    make("span", { class: "bar", style: `width:${Math.round((Math.max(0, region.loss_s) / largest) * 60)}px` }));
  const rows = regions.slice(0, kShown).map((region, number) => {
    const efficiency = efficiencyOf(region.elapsed_s, steps).at(-1);
    const name = make("td", { title: `${region.function}  ${place(region)}` }, short(region.function, 60), " ",
      make("span", { class: "faint" }, place(region)));
    const cells = [loss(region), efficiency === null ? "" : percent(efficiency), ...region.elapsed_s.map((time) => (time > 0 ? seconds(time) : ""))];
    return onChosen(make("tr", { "data-region": number }, name, ...cells.map((cell) => make("td", {}, cell))), () => choose(number));
  });
  const head = make("tr", {}, ...heads.map((text) => make("th", { scope: "col" }, text)));
  root.append(make("div", { class: "scroll" }, make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows))));
  if (regions.length > kShown) root.append(make("p", { class: "faint" }, `${regions.length - kShown} more lose less`));
  return (chosen) => rows.forEach((row, number) => {
    row.setAttribute("aria-selected", number === chosen ? "true" : "false");
    if (number === chosen) row.scrollIntoView({ block: "nearest" });
  });
}
