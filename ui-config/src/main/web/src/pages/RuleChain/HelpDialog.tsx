// SPDX-License-Identifier: Apache-2.0
import { Kbd, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../components/Dialog';

/** All keys of the editor, and what the mouse does beyond the obvious. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const rows: readonly (readonly [keys: string, action: string])[] = [
    ['Ctrl + S', t('editor.save')],
    ['Ctrl + Z', t('editor.undo')],
    ['Ctrl + Shift + Z, Ctrl + Y', t('editor.redo')],
    ['A', t('shortcuts.add')],
    ['C', t('shortcuts.connect')],
    ['E', t('shortcuts.labels')],
    ['N', t('editor.note')],
    ['Ctrl + X', t('editor.cut')],
    ['Ctrl + C', t('editor.copy')],
    ['Ctrl + V', t('editor.paste')],
    ['Ctrl + D', t('editor.duplicate')],
    ['Delete', t('editor.remove')],
    ['Ctrl + A', t('editor.selectAll')],
    ['Escape', t('shortcuts.clear')],
    ['Tab', t('shortcuts.tab')],
    ['Enter', t('shortcuts.select')],
    [t('shortcuts.arrows'), t('shortcuts.move')],
    [`Shift + ${t('shortcuts.arrows')}`, t('shortcuts.moveFar')],
    [`Shift + ${t('shortcuts.click')}`, t('shortcuts.several')],
    [`Shift + ${t('shortcuts.drag')}`, t('shortcuts.box')],
    [t('shortcuts.doubleClick'), t('shortcuts.open')],
    ['Ctrl + F, /', t('shortcuts.search')],
    ['R', t('chainTest.open')],
    ['Ctrl + Enter', t('chainTest.runKey')],
    ['T', t('nodeTable.title')],
    ['L', t('editor.arrangeHelp')],
    ['F', t('editor.fit')],
    ['+, −', t('shortcuts.zoom')],
    ['?', t('editor.help')],
  ];
  return (
    <Dialog title={t('shortcuts.title')} onClose={onClose} size="lg">
      <Table verticalSpacing={5} borderColor="var(--line)">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="45%">{t('shortcuts.key')}</Table.Th>
            <Table.Th>{t('shortcuts.action')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([keys, action]) => (
            <Table.Tr key={keys}>
              <Table.Td>
                <Kbd>{keys}</Kbd>
              </Table.Td>
              <Table.Td>{action}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  );
}
