// Pages in headless Chromium, compared with `limpid report --json` of the same recordings.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import puppeteer from "puppeteer-core";

const { LIMPID_TEST_COMMAND: limpid, LIMPID_TEST_PROFILE: bigProfile, LIMPID_TEST_CHROMIUM: chromium,
  LIMPID_TEST_DEVICES: deviceProfile, LIMPID_TEST_PROGRAM: program } = process.env;
const folder = mkdtempSync(path.join(tmpdir(), "limpid-page-"));
const recording = path.join(folder, "run.limpid");
let browser;

function run(command, ...words) {
  return execFileSync(command, words, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28,
    env: { ...process.env, OMP_NUM_THREADS: "4" }, stdio: ["ignore", "pipe", "inherit"] });
}

function report(...options) {
  return JSON.parse(run(limpid, "report", "--json", ...options, recording));
}

// Opens a page and fails on any error in it, and on anything that it loads.
async function open(file) {
  const page = await browser.newPage();
  await page.setViewport({ width: 1400, height: 1000 });
  page.on("pageerror", (error) => assert.fail(`error in the page: ${error.message}`));
  page.on("request", (request) => assert.match(request.url(), /^(file|data|blob):/));
  await page.goto(`file://${file}`);
  await page.waitForSelector("html[data-ready]", { timeout: 120_000 });
  return page;
}

const totalsOf = (page) => page.$$eval("#verdict [data-class]", (parts) => parts.map((part) => Number(part.dataset.seconds)));
const timesOf = (row) => [row.work_s, row.wait_s, row.blocked_s, row.no_processor_s];
const textOf = (page, selector) => page.$eval(selector, (element) => element.textContent);

function near(actual, expected, share = 1e-3) {
  assert.equal(actual.length, expected.length);
  const largest = Math.max(...expected);
  actual.forEach((value, i) => assert.ok(Math.abs(value - expected[i]) <= share * largest, `${actual} is not ${expected}`));
}

before(async () => {
  run(limpid, "record", "-q", "-o", recording, "--", program);
  run(limpid, "report", "--html", "run.html", recording);
  // As root, in a container, Chromium's own sandbox cannot be had; what it opens is ours.
  const alone = process.getuid() === 0 ? ["--no-sandbox"] : [];
  browser = await puppeteer.launch({ executablePath: chromium, headless: true, args: [...alone, "--disable-gpu"] });
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

test("the page's numbers are the report's", async () => {
  const page = await open(path.join(folder, "run.html"));
  const { totals, efficiency, regions } = report();
  near(await totalsOf(page), timesOf(totals), 1e-9);
  assert.equal(await textOf(page, '[data-tile="efficiency"] b'), `${(efficiency.parallel * 100).toFixed(1)} %`);
  const rows = await page.$$eval("#regions tr[data-region]", (all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
  assert.equal(rows.length, regions.length);
  rows.forEach((cells, i) => {
    assert.ok(cells[0].startsWith(regions[i].function), cells[0]);
    assert.equal(cells[1].replaceAll("\u202f", ""), String(regions[i].count));
  });
  near(await page.$$eval('[data-node="0"]', ([root]) => [Number(root.dataset.seconds)]), [totals.thread_s], 1e-6);
  await page.close();
});

test("a trace colours the timeline by events, and shows the critical path in every moment", async () => {
  run(limpid, "record", "-q", "--trace", "-o", "traced.limpid", "--", program);
  run(limpid, "report", "--html", "traced.html", "traced.limpid");
  assert.ok(statSync(path.join(folder, "traced.html")).size < 5e6);
  const page = await open(path.join(folder, "traced.html"));
  const pressed = () => page.$$eval('#timeline h2 button[aria-pressed="true"]', (all) => all.map((button) => button.textContent));
  assert.deepEqual(await pressed(), ["events"]);
  // Of each column of points, whether the path's colour is in it.
  const marked = () => page.$eval("#timeline canvas", (canvas) => {
    const { width, height } = canvas;
    const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
    const close = (at, value) => Math.abs(data[at] - value) < 8;  // where it covers a part of a point only
    const has = (x) => Array.from({ length: height }, (_, y) => (y * width + x) * 4).some((at) =>
      data[at + 3] > 0 && close(at, 0xe6) && close(at + 1, 0) && close(at + 2, 0xa9));
    return Array.from({ length: width }, (_, x) => has(x)).filter(Boolean).length / width;
  });
  // Before the first event there is none.
  const { run: whole, trace: [trace] } = JSON.parse(run(limpid, "report", "--json", "traced.limpid"));
  const expected = 0.95 * (trace.elapsed_s / whole.elapsed_s);
  assert.ok((await marked()) > expected, `the path is seen in ${await marked()} of the timeline, not in ${expected}`);
  await page.evaluate(() => [...document.querySelectorAll("#timeline h2 button")].find((button) => button.textContent === "states").click());
  assert.deepEqual(await pressed(), ["states"]);
  assert.equal(await marked(), 0);
  await page.close();
  const plain = await open(path.join(folder, "run.html"));
  assert.ok(await plain.$$eval("#timeline h2 button", (all) => all.find((button) => button.textContent === "events").hidden));
  await plain.close();
});

test("a click on a region filters everything, Escape shows all again", async () => {
  const page = await open(path.join(folder, "run.html"));
  const { regions, totals } = report();
  const place = `${path.basename(regions[0].file)}:${regions[0].line}`;
  const selected = report("--region", place);
  await page.click('#regions tr[data-region="0"]');
  near(await totalsOf(page), timesOf(regions[0]), 1e-9);
  near(await totalsOf(page), timesOf(selected.totals), 1e-6);
  near(await page.$$eval('[data-node="0"]', ([root]) => [Number(root.dataset.seconds)]), [selected.totals.thread_s], 1e-6);
  assert.equal(await page.$eval('#regions tr[data-region="0"]', (row) => row.getAttribute("aria-selected")), "true");
  assert.ok((await textOf(page, "#chips")).includes(place));
  await page.keyboard.press("Escape");
  near(await totalsOf(page), timesOf(totals), 1e-9);
  assert.equal(await textOf(page, "#chips"), "");
  await page.close();
});

test("a brushed stretch is what --from and --to select", async () => {
  const page = await open(path.join(folder, "run.html"));
  const box = await (await page.$("#timeline .brush .overlay")).boundingBox();
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  const { from, to } = await page.evaluate(() => window.limpid.selection);
  assert.ok(from > 0 && to > from, `${from} ${to}`);
  const part = report("--from", String(from), "--to", String(to));
  near(await totalsOf(page), timesOf(part.totals), 2e-3);
  const shown = await page.evaluate(() => window.limpid.measured.regions.map(({ times }) => times));
  const names = await page.evaluate(() => window.limpid.model.regions.map((region) => [region.function, region.line]));
  part.regions.forEach((region) => {
    const at = names.findIndex(([name, line]) => name === region.function && line === region.line);
    if (timesOf(region)[0] > 0.01) near(shown[at], timesOf(region), 1e-2);
  });
  await page.keyboard.press("z");
  assert.equal(await page.$eval("#timeline button[title=x]", (button) => button.hidden), false);
  await page.keyboard.press("ArrowRight");
  assert.ok((await page.evaluate(() => window.limpid.selection.from)) > from);
  await page.close();
});

test("headings sort, the search filters and marks, a node zooms", async () => {
  const page = await open(path.join(folder, "run.html"));
  const { regions } = report();
  const order = () => page.$$eval("#regions tr[data-region]", (rows) => rows.map((row) => Number(row.dataset.region)));
  await page.click('#regions th[data-column="count"]');
  const counts = (await order()).map((number) => regions[number].count);
  assert.deepEqual(counts, [...counts].sort((a, b) => b - a));
  await page.click('#regions th[data-column="count"]');
  assert.deepEqual((await order()).map((number) => regions[number].count), [...counts].reverse());
  await page.keyboard.press("/");
  await page.keyboard.type("multiply");
  const wanted = regions.map((region, i) => [region.function, i]).filter(([name]) => name.includes("multiply"));
  assert.equal((await order()).length, wanted.length);
  assert.ok((await page.$$("#tree .hit")).length > 0);
  await page.keyboard.press("Escape");
  const region = await page.$$eval("#tree [role=treeitem]", (boxes) =>
    boxes.findIndex((box) => box.textContent.startsWith("parallel in (anonymous namespace)::multiply")));
  const box = (await page.$$("#tree [role=treeitem]"))[region];
  const before = (await box.boundingBox()).width;
  const number = await box.evaluate((element) => element.dataset.node);
  await box.click();
  assert.ok((await (await page.$(`#tree [data-node="${number}"]`)).boundingBox()).width >= before);
  assert.equal(await page.evaluate(() => window.limpid.selection.zoom), Number(number));
  await page.close();
});

// What a view draws anew without need is taken away from the mouse and the keyboard.
test("a chosen node stays where it is, and keeps the focus", async () => {
  const page = await open(path.join(folder, "run.html"));
  const frames = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.focus('#tree [data-node="1"]');
  await page.keyboard.press("Enter");
  const chosen = await page.$('#tree [data-node="1"]');
  await frames();
  assert.ok(await chosen.evaluate((box) => box.isConnected && document.activeElement === box));
  await page.keyboard.press("Escape");
  const box = await page.$('#tree [data-node="1"]');
  await frames();
  assert.ok(await box.evaluate((element) => element.isConnected));
  await page.setViewport({ width: 1000, height: 1000 });
  await page.waitForFunction((old) => !old.isConnected, {}, box);
  await page.close();
});

test("lines show their source, keys change the theme and explain themselves", async () => {
  const page = await open(path.join(folder, "run.html"));
  const line = report().lines.find((row) => row.file?.endsWith("sparse_cg.cc"));
  await page.click(`#code tr[data-line="sparse_cg.cc:${line.line}"]`);
  const text = await textOf(page, `#source [data-source-line="${line.line}"] code`);
  assert.equal(text, run("sed", "-n", `${line.line}p`, line.file).replace(/\n$/, ""));
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  const first = await theme();
  await page.keyboard.press("d");
  assert.notEqual(await theme(), first);
  await page.keyboard.press("?");
  assert.equal(await page.$eval("#help", (help) => help.open), true);
  await page.close();
});

test("1,000 threads and 10,000 regions are less than 5 MB, and open", async (context) => {
  run(bigProfile, "big.limpid", "1000", "10000", "500");
  run(limpid, "report", "--html", "big.html", "big.limpid");
  const size = statSync(path.join(folder, "big.html")).size;
  assert.ok(size < 5_000_000, `${size} bytes`);
  const started = Date.now();
  const page = await open(path.join(folder, "big.html"));
  context.diagnostic(`${size} bytes, there after ${Date.now() - started} ms`);
  assert.equal(await page.evaluate(() => window.limpid.model.rows.length), 1000);
  assert.equal((await page.$$("#regions tr[data-region]")).length, 100);
  assert.equal(await textOf(page, "#tree .rest"), "10\u202f000 more, 2500 s together");
  const sums = JSON.parse(run(limpid, "report", "--json", "big.limpid")).totals;
  near(await totalsOf(page), timesOf(sums), 1e-6);
  // What was pooled to fit kept its class of time.
  const timed = await page.evaluate(() => {
    const { stretches, nodes } = window.limpid.model;
    const all = [0, 0, 0, 0];
    for (let i = 0; i < stretches.length; i++) all[nodes[stretches.node[i]].timeClass] += stretches.end[i] - stretches.begin[i];
    return all;
  });
  near(timed, timesOf(sums), 1e-3);
  await page.close();
});

test("the ranks of an MPI run stand beside each other", async () => {
  const files = ["3", "7", "20"].map((samples, rank) => {
    run(bigProfile, `r${rank}.limpid`, "2", "2", samples, "hybrid", String(rank));
    return `r${rank}.limpid`;
  });
  run(limpid, "report", "--html", "ranks.html", ...files);
  const { ranks, rank_balance: balance } = JSON.parse(run(limpid, "report", "--json", ...files));
  const page = await open(path.join(folder, "ranks.html"));
  const rows = await page.$$eval("#ranks [data-rank]", (all) => all.map((row) => [Number(row.dataset.rank), Number(row.dataset.seconds)]));
  assert.deepEqual(rows, ranks.map((rank) => [rank.rank, rank.busy_s]).sort((a, b) => b[1] - a[1]));
  assert.ok((await textOf(page, "#ranks h2")).includes(`balance ${balance.balance.toFixed(2)}`));
  await page.close();
  const single = await open(path.join(folder, "run.html"));
  assert.equal(await single.$eval("#ranks", (part) => part.hidden), true);
  await single.close();
});

// Seconds of each kind of work, in the page's order.
const worksOf = (device) => [device.kernel_s, device.to_device.s, device.from_device.s, device.memory_s];
const sumsOf = (page, row, ...stretch) => page.evaluate((number, moments) => window.limpid.model.devices.sums(number, ...moments), row, stretch);

test("devices have rows in the timeline, with the report's sums, and a table that follows a stretch", async () => {
  run(deviceProfile, "devices.limpid", "40");
  run(limpid, "report", "--html", "devices.html", "devices.limpid");
  const { devices } = JSON.parse(run(limpid, "report", "--json", "devices.limpid"));
  assert.equal(devices.length, 2);
  const page = await open(path.join(folder, "devices.html"));
  for (const device of devices) near(await sumsOf(page, device.number), worksOf(device), 1e-9);
  const cells = () => page.$$eval("#devices tbody tr", (rows) => rows.map((row) =>
    [...row.cells].map((cell) => cell.dataset.seconds ?? null).filter((s) => s !== null).map(Number)));
  const shown = (await cells()).map((row) => row.slice(0, 4));
  devices.forEach((device, i) => near(shown[i], worksOf(device), 1e-9));
  assert.equal((await cells())[1].at(-1), devices[1].waited_s);
  assert.deepEqual(await page.$$eval("#timeline .thread-label", (all) => all.map((label) => label.textContent)),
    ["0 (initial)", "device 0", "device 1"]);

  // Each kind of work is seen in its own colour, in its own lane of its row.
  const colours = await page.$eval("#timeline canvas", (canvas) => {
    const { width, height } = canvas;
    const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
    const line = (y) => new Set(Array.from({ length: width }, (_, x) => (y * width + x) * 4).filter((at) => data[at + 3] === 255)
      .map((at) => `${data[at]} ${data[at + 1]} ${data[at + 2]}`));
    return [38, 34, 30, 26].map((fromBottom) => [...line(height - fromBottom)]);
  });
  assert.deepEqual(colours, [["31 138 138"], ["194 87 26"], ["123 92 196"], ["138 147 157"]]);

  const box = await (await page.$("#timeline canvas")).boundingBox();
  const { begin, end } = await page.evaluate(() => {
    const { devices: { begin: begins, end: ends }, end: last } = window.limpid.model;
    return { begin: begins[0] / last, end: ends[0] / last };
  });
  await page.mouse.move(box.x + box.width * (begin + end) / 2, box.y + box.height - 38);
  const tip = await textOf(page, "#tip");
  assert.match(tip, /^device 0 \(sm_90\), .*\n.*kernel <no module>\+0x3fffff\n/);

  const selected = JSON.parse(run(limpid, "report", "--json", "--from", "0.2", "--to", "0.5", "devices.limpid")).devices;
  await page.evaluate(() => window.limpid.set({ from: 0.2, to: 0.5 }));
  const part = (await cells()).map((row) => row.slice(0, 4));
  selected.forEach((device, i) => near(part[i], worksOf(device), 1e-6));
  await page.close();
  const plain = await open(path.join(folder, "run.html"));
  assert.equal(await plain.$eval("#devices", (section) => section.hidden), true);
  await plain.close();
});

test("phases are rows below the timeline, and a click selects their time", async () => {
  run(deviceProfile, "phases.limpid", "3", "phases");
  run(limpid, "report", "--html", "phases.html", "phases.limpid");
  const page = await open(path.join(folder, "phases.html"));
  const spans = () => page.$$eval("#timeline .phase", (all) => all.map((box) => [box.dataset.phase, Math.round(box.offsetLeft / box.parentNode.clientWidth * 100)]));
  assert.deepEqual(await spans(), [["setup", 0], ["solve", 20], ["solve", 60], ["exchange", 30]]);
  const labels = await page.$$eval("#timeline .thread-label", (all) => all.map((label) => label.textContent));
  assert.deepEqual(labels.slice(-3), ["setup", "solve", "exchange"]);
  await page.click('#timeline [data-phase="exchange"]');
  assert.deepEqual(await page.evaluate(() => [window.limpid.selection.from, window.limpid.selection.to]), [0.3, 0.35]);
  near(await totalsOf(page), timesOf(JSON.parse(run(limpid, "report", "--json", "--from", "0.3", "--to", "0.35", "phases.limpid")).totals), 1e-6);
  assert.equal(await page.$eval('#timeline [data-phase="exchange"]', (box) => box.getAttribute("aria-pressed")), "true");
  // Again: all of it. The keyboard does the same.
  await page.click('#timeline [data-phase="exchange"]');
  assert.equal(await page.evaluate(() => window.limpid.selection.from), null);
  await page.focus('#timeline [data-phase="setup"]');
  await page.keyboard.press("Enter");
  assert.deepEqual(await page.evaluate(() => [window.limpid.selection.to, document.activeElement.dataset.phase]), [0.2, "setup"]);
  await page.keyboard.press("z");
  assert.deepEqual(await spans(), [["setup", 0]]);
  await page.close();
});

test("of more than a screen has room for, sums stay", async () => {
  run(deviceProfile, "many.limpid", "30000");
  run(limpid, "report", "--html", "many.html", "many.limpid");
  assert.ok(statSync(path.join(folder, "many.html")).size < 5e6);
  const { devices } = JSON.parse(run(limpid, "report", "--json", "many.limpid"));
  const page = await open(path.join(folder, "many.html"));
  assert.ok((await page.evaluate(() => window.limpid.model.devices.at.length)) <= 100_000);
  assert.equal(await page.evaluate(() => window.limpid.model.devices.times.reduce((a, b) => a + b, 0)), 240_000);
  for (const device of devices) near(await sumsOf(page, device.number), worksOf(device), 1e-9);
  await page.close();
});

test("names are text, whatever they say", async () => {
  const name = "</script><img src=x onerror=document.title='bad'> & <b>";
  run(bigProfile, "odd.limpid", "2", "2", "10", name);
  run(limpid, "report", "--html", "odd.html", "odd.limpid");
  const page = await open(path.join(folder, "odd.html"));
  assert.equal((await page.$$("img")).length, 0);
  assert.ok((await page.title()).includes("<b>"));
  assert.ok((await textOf(page, "#command")).includes("<img"));
  await page.close();
});

test("the page of scale draws time and efficiency, of the run and of a region", async () => {
  const files = ["1", "2", "4"].map((threads) => {
    execFileSync(limpid, ["record", "-q", "-o", `t${threads}.limpid`, "--", program],
      { cwd: folder, env: { ...process.env, OMP_NUM_THREADS: threads }, stdio: ["ignore", "ignore", "inherit"] });
    return `t${threads}.limpid`;
  });
  const { steps, regions, serial_part: serialPart } = JSON.parse(run(limpid, "scale", "--json", ...files));
  run(limpid, "scale", "--html", "scale.html", ...files);
  const page = await open(path.join(folder, "scale.html"));
  const points = (plot, line) => page.$$eval(`#${plot} circle.${line}`, (all) => all.map((point) =>
    [Number(point.dataset.threads), Number(point.dataset.value), Number(point.getAttribute("cy"))]));
  const time = await points("scaling-time", "run");
  assert.deepEqual(time.map(([threads, seconds]) => [threads, seconds]), steps.map((step) => [step.threads, step.elapsed_s]));
  // Higher on the screen is more.
  const order = (column) => time.map((_, i) => i).sort((a, b) => time[a][column] - time[b][column]);
  assert.deepEqual(order(1), order(2).reverse());
  const efficiency = (await points("scaling-efficiency", "run")).map(([, share]) => share);
  near(efficiency, steps.map((step) => steps[0].elapsed_s * steps[0].threads / (step.elapsed_s * step.threads)), 1e-9);
  assert.equal(await textOf(page, '[data-tile="serial"] b'), `${(serialPart * 100).toFixed(1)} %`);
  const rows = await page.$$eval("#scaling-regions tr[data-region]", (all) => all.map((row) => row.cells[0].textContent));
  assert.equal(rows.length, regions.length);
  rows.forEach((text, i) => assert.ok(text.startsWith(regions[i].function), text));

  const chosen = () => page.$$eval('#scaling-regions tr[aria-selected="true"]', (all) => all.map((row) => Number(row.dataset.region)));
  assert.equal((await points("scaling-time", "region")).length, 0);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  assert.deepEqual(await chosen(), [1]);
  const shown = (await points("scaling-time", "region")).map(([, seconds]) => seconds);
  near(shown, regions[1].elapsed_s.filter((seconds) => seconds > 0), 1e-9);
  await page.keyboard.press("Escape");
  assert.deepEqual(await chosen(), []);
  await page.click('#scaling-regions tr[data-region="0"]');
  assert.deepEqual(await chosen(), [0]);
  const colours = () => page.evaluate(() => [document.documentElement.dataset.theme, getComputedStyle(document.body).backgroundColor]);
  const [theme, paper] = await colours();
  await page.keyboard.press("d");
  assert.notEqual((await colours())[0], theme);
  assert.notEqual((await colours())[1], paper);
  await page.keyboard.press("?");
  assert.equal(await page.$eval("#help", (help) => help.open), true);
  await page.close();
});

// speedscope itself, as it is published; its own page, its own file format.
test("speedscope shows an export's times", async () => {
  run(limpid, "export", "--speedscope", "-o", "run.speedscope.json", recording);
  const page = await browser.newPage();
  await page.goto(`file://${path.resolve("node_modules/speedscope/dist/release/index.html")}#localProfilePath=none`);
  await page.waitForFunction(() => window.speedscope !== undefined);
  const file = readFileSync(path.join(folder, "run.speedscope.json")).toString("base64");
  await page.evaluate((text) => window.speedscope.loadFileFromBase64("run.speedscope.json", text), file);
  await page.waitForFunction((name) => document.body.innerText.includes(name), {}, "Sandwich");
  await page.waitForFunction((name) => document.body.innerText.includes(name), {}, path.basename(program));
  await page.keyboard.press("3");
  await page.waitForFunction(() => document.body.innerText.includes("<implicit barrier>"));
  // Total, self, name.
  const words = (await page.evaluate(() => document.body.innerText)).split(/\s*\n\s*/);
  const shown = words[words.indexOf("<implicit barrier>") - 1].match(/^([\d.]+)(s|ms) /);
  const barrier = report().totals.states["implicit barrier"];
  assert.ok(Math.abs(Number(shown[1]) * (shown[2] === "s" ? 1 : 1e-3) - barrier) <= 0.006, `${shown[0]} is not ${barrier}`);
  await page.close();
});
