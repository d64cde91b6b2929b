/**
 * The service worker: it caches the files of the page and answers requests with them. `packaging/page/build` fills in the names of
 * all files and the version, which is a hash of them. The browser activates a new version when no tab shows the old one.
 */
const CACHE = "onepure-{{version}}";
const FILES = ["./", "{{files}}"];
const ENGINE = new URL(location.href).searchParams.get("engine");

addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([...FILES, ENGINE])));
});

addEventListener("activate", (event) => {
  const drop = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("onepure-") && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(drop());
});

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const answer = async () => {
    const cache = await caches.open(CACHE);
    return (await cache.match(event.request, { ignoreSearch: true })) ?? fetch(event.request);
  };
  event.respondWith(answer());
});
