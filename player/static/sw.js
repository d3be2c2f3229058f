// Keeps the page and its files, so that it opens while the service is away. What the service says is never kept.
const SHELL = []; // filled in when the service starts
const CACHE = "tsume-shell";

self.addEventListener("install", event => event.waitUntil(
  caches.open(CACHE).then(cache => cache.addAll(SHELL)).then(() => self.skipWaiting())));

self.addEventListener("activate", event => event.waitUntil(
  caches.keys().then(names => Promise.all(names.filter(name => name !== CACHE && name.startsWith("tsume-")).map(name => caches.delete(name))))
    .then(() => self.clients.claim())));

self.addEventListener("fetch", event => {
  const { request } = event, { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (SHELL.includes(pathname) && pathname !== "/") event.respondWith(caches.match(pathname).then(kept => kept || fetch(request)));
  else if (request.mode === "navigate" && !pathname.startsWith("/api/") && !pathname.startsWith("/releases/"))
    event.respondWith(fetch(request).catch(() => caches.match("/")));
});
