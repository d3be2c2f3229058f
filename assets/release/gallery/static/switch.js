// Language and look, before the page shows; remembered where the browser lets a page remember. Then the list of keys.
"use strict";
window.tsume = {};
(() => {
  const root = document.documentElement;
  const remembered = name => { try { return localStorage.getItem(`tsume-${name}`); } catch { return null; } };
  const remember = (name, value) => { try { localStorage.setItem(`tsume-${name}`, value); } catch { /* from disk */ } };
  const isDark = () => root.dataset.look ? root.dataset.look === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;

  // The names of drawings are English in them; what they are in Japanese stands beside.
  tsume.rename = within => {
    for (const title of within.querySelectorAll("svg > title[data-ja]")) {
      title.dataset.en ??= title.textContent;
      title.textContent = title.dataset[root.lang];
    }
  };

  function speak(language) {
    root.lang = language;
    tsume.rename(document);
    document.title = (language === "ja" ? root.dataset.titleJa : root.dataset.titleEn) || document.title;
    document.dispatchEvent(new Event("tsume-language"));
  }
  speak(remembered("language") || ((navigator.language || "").startsWith("ja") ? "ja" : "en"));
  if (!("paper" in root.dataset) && remembered("look")) root.dataset.look = remembered("look");
  root.classList.add("scripts");

  tsume.switches = {
    language() {
      speak(root.lang === "ja" ? "en" : "ja");
      remember("language", root.lang);
    },
    look() {
      if ("paper" in root.dataset) return;
      root.dataset.look = isDark() ? "light" : "dark";
      remember("look", root.dataset.look);
    },
    keys() {
      const dialog = document.querySelector("dialog.keys") || keyList();
      if (dialog.open) dialog.close(); else dialog.showModal();
    },
  };

  function keyList() {
    const dialog = document.createElement("dialog");
    dialog.className = "keys";
    for (const [place, language] of ["en", "ja"].entries()) {
      const part = document.createElement("div");
      part.lang = language;
      part.innerHTML = `<h2>${tsume.words.keys[place]}</h2><dl>${tsume.words["key list"][place].split(";").map(line => {
        const [keys, said] = line.split("|");
        return `<div><dt>${keys.split(" ").map(key => `<kbd>${key}</kbd>`).join(" ")}</dt><dd>${said}</dd></div>`;
      }).join("")}</dl><form method="dialog"><button>${tsume.words.close[place]}</button></form>`;
      dialog.append(part);
    }
    document.body.append(dialog);
    return dialog;
  }

  addEventListener("DOMContentLoaded", () => {
    tsume.rename(document);
    for (const button of document.querySelectorAll("[data-switch]"))
      button.addEventListener("click", tsume.switches[button.dataset.switch]);
  });
  addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, select, textarea")) return;
    const asked = { l: "language", d: "look", "?": "keys" }[event.key];
    if (asked) tsume.switches[asked]();
  });
})();
