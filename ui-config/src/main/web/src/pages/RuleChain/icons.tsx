// SPDX-License-Identifier: Apache-2.0
import { Icon } from '../../components/icons';

/** An icon that is one path. */
function icon(path: string) {
  return function PathIcon() {
    return (
      <Icon>
        <path d={path} />
      </Icon>
    );
  };
}

export const UndoIcon = icon('M7.5 4 3.5 8l4 4M3.5 8h8a5 5 0 0 1 0 10H8');
export const RedoIcon = icon('m12.5 4 4 4-4 4M16.5 8h-8a5 5 0 0 0 0 10H12');
export const ArrangeIcon = icon(
  'M2.5 8h5v4h-5zM12.5 3h5v4h-5zM12.5 13h5v4h-5zM7.5 10h2.5M12.5 5H10v10h2.5',
);
export const FitIcon = icon('M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4');
export const NoteIcon = icon('M4 3h12v9l-5 5H4zM16 12h-5v5');
export const HelpIcon = icon('M7 7.5a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M10 16v.1');
export const PulseIcon = icon('M2 10h3.5l2.5-6 4 12 2.5-6H18');
export const PlusIcon = icon('M10 4v12M4 10h12');
export const CloseIcon = icon('m5 5 10 10M15 5 5 15');
export const UpIcon = icon('m5 12 5-5 5 5');
export const DownIcon = icon('m5 8 5 5 5-5');
export const MoreIcon = icon('M4.5 10h.01M10 10h.01M15.5 10h.01');
export const WarningIcon = icon('M10 3 2.5 16.5h15zM10 8v4M10 14.3v.1');
export const CheckIcon = icon('m4 10.5 4 4 8-9');
export const PaletteIcon = icon('M3 4h6v5H3zM11 4h6v5h-6zM3 11h6v5H3zM14 11.5v5M11.5 14h5');
export const TrashIcon = icon('M4 6h12M8 6V4h4v2M6 6l.7 10.5h6.6L14 6');
export const EditIcon = icon('m4 16 .8-3.5L13.5 4 16 6.5 7.5 15z');
