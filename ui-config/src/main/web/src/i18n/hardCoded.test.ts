// SPDX-License-Identifier: Apache-2.0
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const SOURCES = import.meta.glob<string>('../**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Attributes that users read or hear. */
const TEXT_ATTRIBUTES: ReadonlySet<string> = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'description',
  'error',
  'label',
  'nothingFoundMessage',
  'placeholder',
  'title',
  'what',
]);

/** What is the same in every language: the brand, and names of keys. */
const NOT_LANGUAGE = /\b(?:Millrace|MQTT|(?:Ctrl|Shift|Alt)(?:\+\w+)+|Del)\b|&\w+;/g;

/** The texts in JSX that are written in the source instead of the files of texts. */
function hardCodedIn(name: string, source: string): readonly string[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const check = (text: string, node: ts.Node) => {
    if (/\p{L}{2}/u.test(text.replaceAll(NOT_LANGUAGE, ''))) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${name}:${line + 1}: ${text.trim()}`);
    }
  };
  const visit = (node: ts.Node) => {
    if (ts.isJsxText(node)) {
      check(node.text, node);
    } else if (ts.isJsxAttribute(node)) {
      if (node.initializer !== undefined && TEXT_ATTRIBUTES.has(node.name.getText())) {
        literalsOf(node.initializer).forEach((literal) => check(literal.text, literal));
      }
    } else if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) {
      literalsOf(node).forEach((literal) => check(literal.text, literal));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The literals that can become the value of an expression; arguments of calls cannot. */
function literalsOf(node: ts.Node): readonly ts.LiteralLikeNode[] {
  if (ts.isStringLiteralLike(node)) {
    return [node];
  }
  if (ts.isTemplateExpression(node)) {
    const { head, templateSpans } = node;
    return [
      head,
      ...templateSpans.flatMap(({ expression, literal }) => [...literalsOf(expression), literal]),
    ];
  }
  if (ts.isConditionalExpression(node)) {
    return [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)];
  }
  if (ts.isBinaryExpression(node)) {
    const { left, operatorToken, right } = node;
    const yieldsText = [
      ts.SyntaxKind.PlusToken,
      ts.SyntaxKind.BarBarToken,
      ts.SyntaxKind.QuestionQuestionToken,
    ].includes(operatorToken.kind);
    const andsText = operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;
    return [
      ...(yieldsText ? literalsOf(left) : []),
      ...(yieldsText || andsText ? literalsOf(right) : []),
    ];
  }
  if (
    ts.isJsxExpression(node) ||
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isNonNullExpression(node)
  ) {
    return node.expression === undefined ? [] : literalsOf(node.expression);
  }
  return [];
}

describe('a text belongs into a file of texts', () => {
  it.each(Object.entries(SOURCES))('and none is in the source of %s', (name, source) => {
    expect(hardCodedIn(name, source)).toEqual([]);
  });
});

describe('the search for texts in sources', () => {
  it.each([
    '<p>Save</p>',
    '<p>{"Save"}</p>',
    '<p>{open ? "Close" : t("x")}</p>',
    '<p>{open && "Close"}</p>',
    '<p title="Save" />',
    '<p title={"Save"} />',
    '<p aria-label={name ?? `Number ${n}`} />',
    '<p aria-label={"保存"} />',
    '<p>{list.map(() => <b>Save</b>)}</p>',
  ])('finds %s', (jsx) => {
    expect(hardCodedIn('a.tsx', `const a = ${jsx};`)).toHaveLength(1);
  });

  it.each([
    '<p>{t("Save all")}</p>',
    '<p className="save all" />',
    '<p title={t(open ? "close.it" : "open.it")} />',
    '<p>{kind === "some kind" && <b />}</p>',
    '<p title={`${t("save")} (Ctrl+S)`}>Millrace</p>',
    '<p>&nbsp;… 5 s</p>',
  ])('passes %s', (jsx) => {
    expect(hardCodedIn('a.tsx', `const a = ${jsx};`)).toEqual([]);
  });
});
