// How the ranks of an MPI run shared the work, beside how the threads of each did: one bar for each rank. Of the whole run.
import { make } from "../element.js";
import { seconds } from "../format.js";

const kShown = 32;
const kParts = [["work_s", "work", "#4c9f70"], ["wait_s", "wait", "#d9534f"], ["mpi_s", "MPI", "#3b76af"], ["other_s", "blocked", "#c9b037"],
  ["no_processor_s", "no processor", "#8c2d5e"]];

function row(rank, largest) {
  const times = { ...rank, other_s: rank.blocked_s - rank.mpi_s };
  const parts = kParts.map(([member, name, colour]) =>
    make("i", { style: `width:${(times[member] / largest) * 100}%;background:${colour}`, title: `${name} ${seconds(times[member])}` }));
  return make("div", { class: "balance-row", "data-rank": rank.rank, "data-seconds": rank.busy_s }, make("span", {}, `rank ${rank.rank}`),
    make("div", { class: "stack" }, ...parts),
    make("span", { class: "faint" }, `${seconds(rank.busy_s)}, threads ${rank.thread_balance.toFixed(2)}`));
}

export function mountRanks(root, { report }) {
  root.hidden = report.ranks.length < 2;
  if (root.hidden) return;
  const { balance, mean_s: mean, most_s: most, busiest } = report.rank_balance;
  const rows = [...report.ranks].sort((a, b) => b.busy_s - a.busy_s);
  const largest = Math.max(...rows.map((rank) => rank.work_s + rank.wait_s + rank.blocked_s + rank.no_processor_s), 1e-12);
  let all = false;
  const bars = make("div");
  const more = make("button", { onclick: () => { all = !all; draw(); } });
  const legend = make("div", { class: "legend" },
    ...kParts.map(([, name, colour]) => make("span", {}, make("i", { style: `background:${colour}` }), name)));
  root.append(make("h2", {}, "MPI ranks", make("span", { class: "note" },
    `balance ${balance.toFixed(2)}: ${seconds(mean)} to do in the mean, ${seconds(most)} in rank ${busiest}; threads: the balance inside a rank`)),
  bars, legend, more);

  function draw() {
    bars.replaceChildren(...(all ? rows : rows.slice(0, kShown)).map((rank) => row(rank, largest)));
    more.hidden = rows.length <= kShown;
    more.textContent = all ? `only ${kShown}` : `all ${rows.length}`;
  }
  draw();
}
