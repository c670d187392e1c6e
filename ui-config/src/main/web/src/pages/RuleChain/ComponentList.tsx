// SPDX-License-Identifier: Apache-2.0
import { TextInput } from '@mantine/core';
import { useId, useRef, useState, type DragEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComponentDescriptor } from '../../api/components';
import { SearchIcon } from '../../components/icons';
import { searchComponents, takesMessages } from '../../model/chain/catalogue';
import { useEditing } from './chainContext';
import classes from './ComponentList.module.css';

interface ComponentListProps {
  readonly onChoose: (component: ComponentDescriptor) => void;
  readonly onDrag?: (event: DragEvent, component: ComponentDescriptor) => void;
  /** Whether the search field of the dialog gets the focus. */
  readonly focused?: boolean;
  /** Lists only types that take messages from another node. */
  readonly onlyTargets?: boolean;
}

/**
 * The types of nodes by group, with a search. Enter in the search field chooses the first match; the arrow keys go
 * through the list.
 */
export function ComponentList({
  onChoose,
  onDrag,
  focused = false,
  onlyTargets = false,
}: ComponentListProps) {
  const { t } = useTranslation();
  const { catalogue } = useEditing();
  const [text, setText] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const all = onlyTargets ? catalogue.components.filter(takesMessages) : catalogue.components;
  const matches = searchComponents(all, text);
  const groups = [...new Set(matches.map(({ type }) => type))];

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    if (step === 0 || buttons.length === 0) {
      return;
    }
    event.preventDefault();
    const focused = buttons.findIndex((button) => button === document.activeElement);
    buttons[Math.max(0, Math.min(buttons.length - 1, focused + step))]?.focus();
  };

  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys in addition to Tab
    <div className={classes.frame} onKeyDown={onKeyDown}>
      <TextInput
        type="search"
        size="xs"
        aria-label={t('editor.paletteSearch')}
        placeholder={t('editor.paletteSearch')}
        leftSection={<SearchIcon />}
        value={text}
        data-autofocus={focused || undefined}
        onChange={({ currentTarget: { value } }) => setText(value)}
        onKeyDown={(event) => {
          const [first] = matches;
          if (event.key === 'Enter' && text.trim() !== '' && first !== undefined) {
            event.preventDefault();
            onChoose(first);
          }
        }}
      />
      <div className={classes.list} ref={list}>
        {groups.map((group) => (
          <div key={group} role="group" aria-labelledby={`${id}${group}`}>
            <h2 className={classes.group} id={`${id}${group}`} data-group={group}>
              {t(`groups.${group}`)}
            </h2>
            {matches
              .filter(({ type }) => type === group)
              .map((component) => (
                <button
                  key={component.clazz}
                  type="button"
                  className={classes.component}
                  data-group={group}
                  title={component.configurationDescriptor.nodeDefinition.description}
                  aria-label={t('editor.addAt', {
                    name: component.name,
                    group: t(`groups.${group}`),
                  })}
                  tabIndex={component === matches[0] ? 0 : -1}
                  draggable={onDrag !== undefined}
                  onDragStart={(event) => onDrag?.(event, component)}
                  onClick={() => onChoose(component)}
                >
                  {component.name}
                </button>
              ))}
          </div>
        ))}
        {matches.length === 0 && (
          <p className={classes.none}>{t('editor.paletteNone', { text })}</p>
        )}
      </div>
    </div>
  );
}
