// Page objects: boards, matches and replays as a player knows them, by roles and names.
// The page /learn/testing shows the regions.

// #region pages
import { expect, type Locator, type Page } from "@playwright/test";

/** A page with a board: a match, a replay, a puzzle or a lesson. */
export class BoardPage {
  readonly board: Locator;
  readonly status: Locator;

  constructor(readonly page: Page) {
    this.board = page.locator("#board");
    this.status = page.locator("#status");
  }

  /** The cell of that name, such as b2, empty or marked. */
  cell(name: string): Locator {
    const [column, row] = ["abcd".indexOf(name.charAt(0)) + 1, name.charAt(1)];
    return this.page.getByRole("button", { name: `Row ${row}, column ${column}: ` });
  }

  /** The cells whose names contain these words: empty, X, winning, wins at once, best. */
  cells(words: string): Locator {
    const name = new RegExp(`[:,] ${words}\\b`);
    return this.board.getByRole("button", { name });
  }

  /** Press the button of exactly that name: Undo, Hint, Values, Again. */
  async press(name: string) {
    await this.page.getByRole("button", { name, exact: true }).click();
  }

  /** Follow the link First, Back, Forward or Last. */
  async go(name: string) {
    await this.page.getByRole("link", { name, exact: true }).click();
  }

  /** Mark a cell, and wait until the board shows another ply. */
  async play(cell: Locator) {
    const before = (await this.board.getAttribute("data-ply")) ?? "";
    await cell.click();
    await expect(this.board).not.toHaveAttribute("data-ply", before);
  }

  /** Wait until the board shows that many marks. */
  async expectPly(number: number) {
    await expect(this.board).toHaveAttribute("data-ply", String(number));
  }
}

/** The page of a match. */
export class MatchPage extends BoardPage {
  readonly message = this.page.getByRole("alert");
  readonly moves = this.page.getByRole("list", { name: "Moves" }).getByRole("listitem");

  /** Open the page with this match; fields are x, o, first, moves, seed or retry. */
  async start(game: string, fields: Record<string, string> = {}) {
    const form = { game, x: "human", o: "human", first: "x", ...fields };
    await expect(await this.page.request.post("/matches", { form })).toBeOK();
    await this.page.goto("/");
  }
}

/** The page of a replay. */
export class ReplayPage extends BoardPage {
  /** Open a game at a ply, with the value of every move. */
  async show(game: string, moves: string, ply: number) {
    await this.page.goto(`/replay/${game}/${moves}?first=x&ply=${ply}&values=on`);
  }
}
