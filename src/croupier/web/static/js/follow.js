// What is still being computed follows by itself: the page is read again until the part that said so is there.
const FOLLOW_MS = 1500, FOLLOWED = 120;
const waiting = () => [...document.querySelectorAll("[data-follow]")].filter((part) => part.id);
const sleep = (ms) => new Promise((wake) => setTimeout(wake, ms));

async function follow() {
  for (let turn = 0; turn < FOLLOWED && waiting().length; turn++) {
    await sleep(FOLLOW_MS * Math.min(4, 1 + turn / 10));
    if (document.hidden) continue;
    let page;
    try {
      const reply = await fetch(location.href, { headers: { accept: "text/html" } });
      if (!reply.ok) continue;
      page = new DOMParser().parseFromString(await reply.text(), "text/html");
    } catch { continue; }
    for (const part of waiting()) {
      const now = page.getElementById(part.id);
      if (now && !now.hasAttribute("data-follow")) part.replaceWith(document.adoptNode(now));
    }
  }
}
follow();
