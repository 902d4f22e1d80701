#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the pictures of pages in docs/images from recordings of the example sparse_cg: the report's, light and dark, and
// that of scale.
// usage: scripts/page_pictures.mjs [BUILD]     BUILD: the folder of a preset with pages (default build/release); needs Chromium
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const build = path.resolve(process.argv[2] ?? path.join(root, "build/release"));
const libraries = createRequire(path.join(build, "web/room/package.json"));
const { default: puppeteer } = await import(pathToFileURL(libraries.resolve("puppeteer-core")));
const folder = mkdtempSync(path.join(tmpdir(), "limpid-picture-"));
const limpid = path.join(build, "stage/bin/limpid");
const withThreads = (threads, ...words) =>
  execFileSync(limpid, words, { cwd: folder, stdio: "ignore", env: { ...process.env, OMP_NUM_THREADS: String(threads) } });
const run = (...words) => withThreads(2, ...words);

execFileSync("cp", [path.join(build, "stage/share/limpid/examples/bin/sparse_cg"), folder]);
run("record", "-q", "-o", "cg.limpid", "--", "./sparse_cg");
run("report", "--html", "cg.html", "cg.limpid");
const counts = [1, 2, 4];
for (const threads of counts) withThreads(threads, "record", "-q", "-o", `${threads}.limpid`, "--", "./sparse_cg");
run("scale", "--html", "scale.html", ...counts.map((threads) => `${threads}.limpid`));
const browser = await puppeteer.launch({ executablePath: "/usr/bin/chromium", args: process.getuid() === 0 ? ["--no-sandbox"] : [] });
for (const [name, file, key, last] of [["page", "cg", null, "#tree"], ["page-dark", "cg", "d", "#tree"],
  ["scale", "scale", "ArrowDown", "#scaling-regions"]]) {
  const page = await browser.newPage();
  await page.setViewport({ width: 1100, height: 1000 });
  await page.goto(`file://${folder}/${file}.html`);
  await page.waitForSelector("html[data-ready]");
  if (key) await page.keyboard.press(key);
  const end = await page.$eval(last, (part) => part.getBoundingClientRect().bottom + 16);
  await page.screenshot({ path: path.join(root, `docs/images/${name}.png`), clip: { x: 0, y: 0, width: 1100, height: end } });
}
await browser.close();
rmSync(folder, { recursive: true });
