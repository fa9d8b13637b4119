/** The icon of a group on its colour. */

import {
  BookOpen,
  Briefcase,
  Camera,
  Code,
  Coffee,
  Folder,
  Globe,
  Heart,
  House,
  Leaf,
  type LucideIcon,
  Music,
  Newspaper,
  Rocket,
  Star,
  Store,
  Users,
} from 'lucide-react';
import type { CSSProperties } from 'react';
import { findOwn } from '../../../lib/find-own.ts';
import * as labels from '../../labels/groups.tsx';

/** By the key that is stored. */
export const GROUP_ICONS: Readonly<Record<string, LucideIcon>> = {
  folder: Folder,
  globe: Globe,
  store: Store,
  briefcase: Briefcase,
  newspaper: Newspaper,
  book: BookOpen,
  house: House,
  users: Users,
  heart: Heart,
  star: Star,
  rocket: Rocket,
  code: Code,
  leaf: Leaf,
  coffee: Coffee,
  camera: Camera,
  music: Music,
};

/** Distinguishable colours, in the API's format. */
export const GROUP_COLOURS = [
  ['#0b6e5f', labels.green],
  ['#1f6fb2', labels.blue],
  ['#6a4fb3', labels.violet],
  ['#b03a78', labels.pink],
  ['#b4452c', labels.red],
  ['#a86a00', labels.amber],
  ['#5c7a1f', labels.olive],
  ['#55606b', labels.grey],
] as const;

/** Sets a group's colour as a CSS variable. */
export const colourStyle = (colour: string): CSSProperties => ({ ['--group' as string]: colour });

export function GroupIcon({ icon, size = 18 }: { readonly icon: string | null; readonly size?: number }) {
  const Icon = findOwn(GROUP_ICONS, icon ?? '') ?? Folder;
  return (
    <span className="group-icon" aria-hidden="true">
      <Icon size={size} />
    </span>
  );
}
