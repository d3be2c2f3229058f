// Requests to the service. What only reads is asked again until it is answered; what must arrive waits in an outbox that
// outlives the page. A banner says so while the service is away.
import { notice } from "./parts.js";
const { say, ui } = window.tsume;

const FIRST_WAIT = 500, LONGEST_WAIT = 15_000, TIMEOUT = 20_000; // milliseconds
const OUTBOX = "tsume-outbox";
const GATEWAY = new Set([502, 503, 504]);

// The service said no, and why: `words` are in both languages.
export class Refused extends Error {
  constructor(status, said) {
    const words = wordsOf(said);
    super(words[0]);
    Object.assign(this, { status, words });
  }
}

const isText = value => typeof value === "string" && value !== "";

function wordsOf(said) {
  if (Array.isArray(said?.words) && said.words.length === 2 && said.words.every(isText)) return said.words;
  return isText(said?.detail) ? [said.detail, said.detail] : say("trouble");
}

// The service did not answer, or asked to come back later.
class Away extends Error {
  constructor(seconds = 0) {
    super("away");
    this.seconds = seconds;
  }
}

async function once(method, path, body, signal, keepalive = false) {
  const limit = AbortSignal.timeout(TIMEOUT);
  let reply;
  try {
    reply = await fetch(path, {
      method, keepalive, credentials: "same-origin", cache: "no-store",
      signal: signal && AbortSignal.any ? AbortSignal.any([signal, limit]) : signal || limit,
      ...(body === undefined ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Away();
  }
  if (GATEWAY.has(reply.status) || reply.status === 429) throw new Away(Number(reply.headers.get("Retry-After")) || 0);
  const said = await reply.json().catch(() => undefined);
  signal?.throwIfAborted(); // what came of a body that nobody waits for is no reply
  if (!reply.ok) throw new Refused(reply.status, said);
  if (said === undefined) throw new Away(); // the connection broke within the body
  return said;
}

// The banner, and whoever waits for the service to come back.
const waiting = new Set();
function banner(shown) {
  const element = document.getElementById("away");
  if (!element || element.hidden === !shown) return;
  if (shown) element.querySelector("span").replaceChildren(...ui("away"));
  element.hidden = !shown;
}
const wake = () => { for (const resolve of [...waiting]) resolve(); };
addEventListener("online", wake);
document.addEventListener("visibilitychange", () => { if (!document.hidden) wake(); });
document.addEventListener("click", event => { if (event.target.closest?.("#away button")) wake(); });

function pause(milliseconds, signal) {
  return new Promise(resolve => {
    const done = () => { clearTimeout(timer); waiting.delete(done); resolve(); };
    const timer = setTimeout(done, milliseconds);
    waiting.add(done);
    signal?.addEventListener("abort", done, { once: true });
  });
}

// Ask until there is an answer. The banner shows from the first failure on.
async function patiently(method, path, body, signal, keepalive) {
  for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    try {
      const reply = await once(method, path, body, signal, keepalive);
      banner(false);
      return reply;
    } catch (error) {
      if (!(error instanceof Away)) {
        if (error instanceof Refused) banner(false);
        throw error;
      }
      banner(true);
      await pause(Math.max(wait, error.seconds * 1000), signal);
      signal?.throwIfAborted();
    }
  }
}

export const get = (path, signal) => patiently("GET", path, undefined, signal);
export const post = (path, body = {}, signal) => patiently("POST", path, body, signal);
export const put = (path, body, signal) => patiently("PUT", path, body, signal);
export const patch = (path, body, signal) => patiently("PATCH", path, body, signal);
export const drop = (path, signal) => patiently("DELETE", path, undefined, signal);

// What must arrive. Each entry is sent in its turn; sending one twice does no harm.
const read = () => { try { return JSON.parse(localStorage.getItem(OUTBOX)) || []; } catch { return []; } };
const write = entries => { try { localStorage.setItem(OUTBOX, JSON.stringify(entries)); } catch { /* private window */ } };
const promised = new Map();
let queue = read(), sending = null;

// Resolves once all that waits was sent, one after the other.
const send = () => queue.length ? sending ??= sendAll() : Promise.resolve();

async function sendAll() {
  while (queue.length) {
    const entry = queue[0], mine = promised.get(entry.id);
    let settle;
    try {
      const reply = await patiently("POST", entry.path, entry.body, undefined, entry.keepalive);
      settle = () => mine?.resolve(reply);
    } catch (error) {
      settle = () => mine ? mine.reject(error) : untold(entry, error);
    }
    queue.shift();
    write(read().filter(kept => kept.id !== entry.id));
    promised.delete(entry.id);
    settle();
  }
  sending = null;
}

// What an earlier page sent in vain: of moves nobody is to hear, the attempt has gone on without them.
function untold({ path }, error) {
  if (error instanceof Refused && path.endsWith("/rating")) notice(error.words);
}

// Post something that must arrive, also after the page was closed in between. With `keepalive` the browser goes on
// sending while it closes the page.
export function keep(path, body = {}, keepalive = false) {
  const entry = { id: crypto.getRandomValues(new Uint32Array(2)).join("-"), path, body, keepalive };
  write([...read(), entry]);
  queue.push(entry);
  const reply = new Promise((resolve, reject) => promised.set(entry.id, { resolve, reject }));
  send();
  return reply;
}

// What an earlier page could not send. Whoever asks the service how things stand waits for that.
export const sendLeftovers = () => send();
