// SPDX-License-Identifier: Apache-2.0
import { useMemo, useState, type ReactNode } from 'react';
import { searchNodes } from '../../model/chain/search';
import { useChain, useEditing } from './chainContext';
import { FoundContext, SearchContext } from './searchContext';

/** The search in the chain, for the field and the nodes that it finds. */
export function SearchProvider({ children }: { readonly children: ReactNode }) {
  const { catalogue } = useEditing();
  const document = useChain(({ history }) => history.present);
  const [text, setText] = useState('');
  const [position, setPosition] = useState(-1);
  const matches = useMemo(
    () => searchNodes(document, text, ({ type }) => catalogue.find(type)?.name ?? ''),
    [document, text, catalogue],
  );
  const found = useMemo(() => new Set(matches), [matches]);
  const searching = useMemo(
    () => ({
      text,
      matches,
      position: Math.min(position, matches.length - 1),
      search: (next: string) => {
        setText(next);
        setPosition(-1);
      },
      goTo: (step: number) => {
        const { length } = matches;
        if (length === 0) {
          return undefined;
        }
        const next = position < 0 && step < 0 ? length - 1 : (position + step + length) % length;
        setPosition(next);
        return matches[next];
      },
    }),
    [text, matches, position],
  );
  return (
    <SearchContext value={searching}>
      <FoundContext value={found}>{children}</FoundContext>
    </SearchContext>
  );
}
