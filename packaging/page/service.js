/**
 * The service worker: it keeps the files of the page, and answers with them. `packaging/page/build` fills in the version, a hash of
 * all files, and their names. A new version is used when no tab shows the old one.
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
