// The rules of each game. They stand in the page already, hidden; here they are shown.
const { say } = window.tsume;

export function rules(main, view) {
  view.title(say("rules"));
  main.replaceChildren(document.getElementById("rules-text").content.cloneNode(true));
}
