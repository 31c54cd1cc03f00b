// Worked examples of browser tests.
// The page /learn/testing shows the regions.

import { expect, type Route, test } from "@playwright/test";

import { BoardPage, MatchPage, ReplayPage } from "./pages";

// #region whole-game
for (const game of ["tic-tac-toe", "square"]) {
  test(`a whole game of ${game}`, async ({ page }) => {
    const match = new MatchPage(page);
    await match.start(game, { o: "easy", seed: "7" });
    while ((await match.board.getAttribute("data-state")) === "active") {
      await match.play(match.cells("empty").first());
    }
    await expect(match.status).toHaveText(/^(X wins|O wins|Tie)/);
    await match.press("Again");
    await match.expectPly(0);
  });
}

// #region seed
test("a seed repeats what the computer plays", async ({ page }) => {
  const match = new MatchPage(page);
  const games = [];
  for (let n = 0; n < 2; n++) {
    await match.start("square", { x: "easy", o: "medium", seed: "7" });
    await match.press("To the end");
    await expect(match.board).not.toHaveAttribute("data-state", "active");
    games.push(await match.moves.allInnerTexts());
  }
  expect(games[0]).toEqual(games[1]);
});

// #region fork
test("find a fork", async ({ page }) => {
  const match = new MatchPage(page);
  await match.start("square", { o: "hard", moves: "O...-XX..-..X.-.O.O" });
  await match.press("Values");
  await match.play(match.cells("wins in 2")); // two threats at once
  await match.play(match.cells("wins at once"));
  await expect(match.status).toHaveText(/^X wins/);
  await expect(match.cells("winning")).toHaveCount(4);
});

// #region retry
test("a retry", async ({ page }) => {
  const match = new MatchPage(page);
  await match.start("tic-tac-toe", { o: "hard", moves: "a1b2c3a3", retry: "on" });
  await match.cell("c2").click(); // a mistake, so it is noted and not made
  await expect(match.cells("tried")).toHaveCount(1);
  await match.expectPly(4);
  await match.play(match.cell("c1"));
  await match.expectPly(6);
});

// #region slow
test("a slow answer", async ({ page }) => {
  const match = new MatchPage(page);
  await match.start("tic-tac-toe", { o: "medium" });
  const held: Route[] = [];
  await page.route("**/moves", (route) => void held.push(route));
  await match.cell("b2").click();
  await expect(match.status).toHaveText("Computer thinking…");
  await match.expectPly(0);
  for (const route of held) await route.continue();
  await match.expectPly(2);
});

// #region refused
test("a refused move", async ({ page }) => {
  const match = new MatchPage(page);
  await match.start("tic-tac-toe", { moves: "b2a1" });
  await match.cell("b2").click({ force: true }); // Playwright waits where aria-disabled stands
  await expect(match.message).toContainText("taken");
  await match.expectPly(2);
  await match.play(match.cell("c3"));
  await expect(match.message).toHaveText("");
});

// #region lost
test("a lost connection", async ({ page }) => {
  const match = new MatchPage(page);
  await match.start("tic-tac-toe", { o: "medium" });
  await page.context().setOffline(true);
  await match.cell("b2").click();
  await expect(match.message).toContainText("Nothing is lost: try again.");
  await match.expectPly(0);
  await page.context().setOffline(false);
  await match.play(match.cell("b2"));
  await expect(match.message).toHaveText("");
});

// #region stale
test("a stale tab", async ({ page, context }) => {
  const match = new MatchPage(page);
  await match.start("square");
  const behind = new MatchPage(await context.newPage());
  await behind.page.goto("/");
  await match.play(match.cell("b2"));
  await behind.cell("c3").click();
  await expect(behind.message).toContainText("This page was behind");
  await behind.expectPly(1);
  await expect(behind.cell("b2")).toHaveAccessibleName(/: X/);
});

// #region friends
test("two friends", async ({ page, browser }) => {
  await page.goto("/with");
  const mine = new MatchPage(page);
  await mine.press("Get the link");
  await expect(page.locator("#company")).toContainText("Nobody has joined yet");
  const context = await browser.newContext();
  const theirs = new MatchPage(await context.newPage());
  await theirs.page.goto(page.url());
  await theirs.press("Join");
  await expect(theirs.status).toContainText("X to move");
  await mine.play(mine.cell("b2"));
  await theirs.expectPly(1);
  await theirs.play(theirs.cell("a1"));
  await expect(mine.status).toContainText("Your turn: X. O played a1.");
  await context.close();
});

// #region cookie
test("a cookie that cannot be read", async ({ page, context, baseURL }) => {
  const match = new MatchPage(page);
  await context.addCookies([{ name: "tic-tac-why", value: "torn", url: baseURL }]);
  await page.goto("/");
  await expect(match.message).toContainText("Couldn't read your game");
  await match.expectPly(0);
});

// #region replay
test("a replay", async ({ page }) => {
  const replay = new ReplayPage(page);
  await replay.show("tic-tac-toe", "a1b2c3a3c2c1", 4);
  await expect(replay.cells("wins in 2 moves, best")).toHaveCount(1);
  await replay.go("Forward");
  await replay.expectPly(5);
  await expect(replay.cell("c2")).toHaveAccessibleName(/: X/);
});

// #region puzzle
test("a puzzle", async ({ page }) => {
  const puzzle = new BoardPage(page);
  await page.goto("/puzzles/square/500");
  await puzzle.cell("a1").click(); // wrong, so it is noted and not made
  await expect(puzzle.cells("tried")).toHaveCount(1);
  await puzzle.press("Hint");
  await expect(puzzle.status).toContainText("Look for");
  await puzzle.press("Cell");
  await puzzle.play(puzzle.cells("hint"));
  for (const name of ["b2", "d2"]) await puzzle.play(puzzle.cell(name));
  await expect(puzzle.status).toContainText("Solved.");
  await page.getByRole("link", { name: "Next", exact: true }).click();
  await expect(page).toHaveURL(/\/puzzles\/(?!square\/500)[\w/-]+$/);
});

// #region lesson
test("a lesson", async ({ page }) => {
  const lesson = new BoardPage(page);
  await page.goto("/learn/forks?step=2");
  await lesson.cell("c2").click();
  await expect(lesson.status).toContainText("c2");
  await expect(page).toHaveURL(/step=3&tried=c2$/);
});

// #region search
test("a search", async ({ page }) => {
  await page.goto("/search/tic-tac-toe/XX.-OO.-...?by=alpha-beta");
  const search = new BoardPage(page);
  await expect(search.status).toContainText("Visit 1 of");
  await search.go("Forward");
  await expect(search.status).toContainText("Visit 2 of");
  await search.go("Next cut");
  await expect(search.status).toContainText("Cut off.");
});
