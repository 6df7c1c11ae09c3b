// Security keys: what one has signed is exchanged for a code, which goes where an authenticator's code would.
import { message, send } from "./app.js";

const NONE = "This browser has no security keys here: they need https, or localhost.";

const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const named = (list) => (list || []).map((one) => ({ ...one, id: bytes(one.id) }));

function plain(credential) {
  const { response } = credential;
  const parts = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
  const said = Object.fromEntries(parts.filter((part) => response[part]).map((part) => [part, text(response[part])]));
  return { id: credential.id, rawId: text(credential.rawId), type: credential.type, response: said, clientExtensionResults: {} };
}

// The key's answer, or nothing where it was taken away or refused.
async function touched(ask, options) {
  if (!navigator.credentials || !window.PublicKeyCredential) { message(NONE); return null; }
  try {
    return plain(await ask(options));
  } catch (error) {
    message(error.name === "InvalidStateError" ? "This security key is enrolled already." : "The security key did not answer. Try again.");
    return null;
  }
}

const challenged = (options) => ({ ...options, challenge: bytes(options.challenge) });

// A button beside a code: the key signs for whoever's password stands there, and the form goes on its way.
export async function sign(button) {
  const form = button.closest("form");
  const { first = "", badge = "" } = button.dataset;
  const password = form.elements[`${first}password`];
  if (!password.reportValidity()) return;
  const given = { badge: badge ? form.elements[badge].value : "", password: password.value };
  const options = await send("/keys/ask", given);
  if (!options) return;
  const wanted = { ...challenged(options), allowCredentials: named(options.allowCredentials) };
  const credential = await touched((publicKey) => navigator.credentials.get({ publicKey }), wanted);
  const answer = credential && await send("/keys/answer", { challenge: options.challenge, credential });
  if (!answer) return;
  form.elements[`${first}code`].value = answer.code;
  if (button.dataset.goes !== "no") form.requestSubmit();
}

// A new key, from the account page.
export async function enrol(button) {
  const form = button.closest("form");
  if (!form.reportValidity()) return;
  const { password, code, label } = form.elements;
  const options = await send("/account/keys/begin", { password: password.value, code: code?.value || "" });
  if (!options) return;
  const wanted = { ...challenged(options), excludeCredentials: named(options.excludeCredentials) };
  wanted.user = { ...options.user, id: bytes(options.user.id) };
  const credential = await touched((publicKey) => navigator.credentials.create({ publicKey }), wanted);
  const done = credential && await send("/account/keys", { challenge: options.challenge, credential, label: label.value });
  if (done) location.href = done.next;
}
