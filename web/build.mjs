// Makes the page without data: program and style bundled, minified and put into src/page.html.
// usage: node build.mjs OUTPUT      (from any folder; its libraries lie in node_modules beside this file)
import { build } from "esbuild";
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const output = process.argv[2];
if (!output) {
  console.error("usage: node build.mjs OUTPUT");
  process.exit(2);
}

async function bundled(entry) {
  const result = await build({ entryPoints: [path.join(here, "src", entry)], bundle: true, minify: true, write: false,
    format: "iife", target: ["chrome100", "firefox115", "safari16.4"], legalComments: "none", loader: { ".css": "css" } });
  return result.outputFiles[0].text;
}

// The licences of what is in the bundle ask to stand in every copy.
async function licences() {
  const modules = path.join(here, "node_modules");
  const texts = [];
  for (const name of (await readdir(modules)).filter((folder) => folder.startsWith("d3-") || folder === "internmap").sort())
    texts.push(`${name}\n${await readFile(path.join(modules, name, "LICENSE"), "utf8")}`);
  return `<!--\n${texts.join("\n").replaceAll("--", "- -")}-->`;
}

function put(page, place, text) {
  if (page.split(place).length !== 2) throw new Error(`page.html: expected ${place} once`);
  return page.replace(place, () => text);
}

let page = await readFile(path.join(here, "src", "page.html"), "utf8");
page = put(page, "/*limpid-style*/", await bundled("style.css"));
page = put(page, "/*limpid-program*/", (await bundled("main.js")).replaceAll("</script", "<\\/script"));
page = put(page, "<!--limpid-licences-->", await licences());
await mkdir(path.dirname(output), { recursive: true });
await writeFile(output, page);
