// The first page: the answers that are folded away without scripts are played in place of the problems.
"use strict";
for (const article of document.querySelectorAll("article.card"))
  tsume.player(article, () => tsume.find(article.dataset.chunk, article.id));
