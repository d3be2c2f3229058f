// What is asked of a player: did you like it, how interesting, how difficult, a word of one's own.
import { Refused } from "./api.js";
import { button } from "./parts.js";
import { vocabulary } from "./start.js";
const { both, make, ui } = window.tsume;

// One row of the scale.
function scale(name, act) {
  const group = make("fieldset", { class: "scale" }, make("legend", {}, ui(name)), make("small", {}, ui(`${name} low`)));
  for (const value of vocabulary().scale) {
    const input = make("input", { type: "radio", name, value });
    input.addEventListener("change", () => act(value));
    group.append(make("label", {}, input, make("span", {}, String(value))));
  }
  group.append(make("small", {}, ui(`${name} high`)));
  return group;
}

// Interest, difficulty and a comment, as far as the mode asks for them. `send` gets what was said; where it is refused,
// what was typed stays, with the reason below it.
export function opinions(asks, send, { key = "send", skip = null } = {}) {
  const said = {};
  const form = make("form", { class: "opinions" });
  for (const name of vocabulary().targets) if (asks.includes(name)) form.append(scale(name, value => { said[name] = value; }));
  const comment = asks.includes("comment") ? make("textarea", { rows: 2, maxlength: 2000 }) : null;
  if (comment) form.append(make("label", { class: "field" }, make("span", {}, ui("comment")), comment));
  const go = make("button", { class: "main" }, ui(key)), reason = make("p", { class: "warn", role: "alert", hidden: true });
  form.append(reason, make("div", { class: "row send" }, go, skip ? button("skip question", skip, { class: "plain" }) : null));
  form.addEventListener("submit", async event => {
    event.preventDefault();
    const typed = comment?.value.trim(), all = typed ? { ...said, comment: typed } : said;
    if (!Object.keys(all).length) return skip?.();
    go.disabled = reason.hidden = true;
    try {
      await send(all);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      reason.replaceChildren(...both(error.words));
      reason.hidden = go.disabled = false;
    }
  });
  return form;
}
