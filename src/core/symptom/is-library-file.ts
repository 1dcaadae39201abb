import { distributionByModule } from '../report/framework-names';

/** Whether a printed path is one of an installed library or of Python itself, by its folders. */
export function isLibraryFile(file: string): boolean {
  if (
    /site-packages|dist-packages|[/\\]lib(?:64)?[/\\]python\d|[/\\]Lib[/\\]\w+\.py$|^<frozen |^code\/__torch__|__autograph_generated_file\w*\.py$|^<__array_function__/.test(
      file,
    )
  )
    return true;
  const folders = file.split(/[/\\]/).slice(0, -1);
  return folders.some(
    (folder) =>
      distributionByModule[folder] !== undefined ||
      /^(?:keras_preprocessing|tensorflow_core|tensorflow_estimator)$/.test(folder),
  );
}
