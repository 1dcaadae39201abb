import type { SyntaxNode } from '../../ports/python-parser';
import type { Usage } from '../name-usage';
import type { StandInContext } from './build-stand-in';

/** Lightning by the name that the script knows it by. */
function importText(root: SyntaxNode): string {
  const isUnited = /^\s*(?:import|from)\s+lightning\b/m.test(root.text);
  return `import ${isUnited ? 'lightning.pytorch' : 'pytorch_lightning'} as lightning_parts`;
}

/** Whether a name is Lightning's trainer: the script has a module of Lightning, and fits or tests it by this name. */
export function isTrainer(name: string, { methods }: Usage, { root }: StandInContext): boolean {
  const isUsed = ['fit', 'validate', 'test', 'predict'].some((method) => methods.has(method));
  return /trainer/i.test(name) && isUsed && /\bLightningModule\b/.test(root.text);
}

/** A trainer that runs one epoch and leaves no files. */
export function trainerLines(name: string, { root }: StandInContext): readonly string[] {
  return [
    importText(root),
    `${name} = lightning_parts.Trainer(max_epochs=1, logger=False, enable_checkpointing=False, enable_progress_bar=False)`,
  ];
}

/** A module of Lightning that gives the same loader for each purpose. */
export function dataModuleLines(name: string, loader: string, { root }: StandInContext): readonly string[] {
  const loaders = ['train', 'val', 'test', 'predict'].flatMap((purpose) => [
    `    def ${purpose}_dataloader(self):`,
    `        return ${loader}`,
    '',
  ]);
  return [
    importText(root),
    'class StandInData(lightning_parts.LightningDataModule):',
    ...loaders.slice(0, -1),
    '',
    `${name} = StandInData()`,
  ];
}

export function isDataModule(name: string, usage: Usage): boolean {
  return usage.handedTo.some(
    ({ callee, keyword }) =>
      /trainer\w*(?:\([\s\S]*\))?\.\w+$/i.test(callee) &&
      (keyword === 'datamodule' || (keyword === null && /^dm$|data_?module$|^data$/i.test(name))),
  );
}
