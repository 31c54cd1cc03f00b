// The code of a seat that a link brings in its fragment goes into the field, and out of the address:
// no history keeps it.
const take = () => {
  const [, code] = location.hash.match(/^#([a-z2-7]{10})(?![a-z\d])/i) ?? [];
  if (!code) return;
  document.getElementById("seat").value = code;
  history.replaceState(null, "", location.pathname);
};
addEventListener("hashchange", take);
take();
