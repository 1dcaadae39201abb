import { useEffect, useState } from 'react';
import { message } from '../../../protocol/catalogue/catalogue';
import { useApp } from '../../app/app-context';
import type { App } from '../../store/create-app';
import { readReportFile } from './read-report-file';
import './reproductions.css';

/** Takes a report that is dropped anywhere on the window, and keeps the browser from leaving the page for it. */
export function DropZone() {
  const app = useApp();
  const [over, setOver] = useState(false);
  useEffect(() => {
    const isFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
    const onOver = (event: DragEvent): void => {
      if (!isFile(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      if (!isFile(event)) return;
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file) void take(app, file);
    };
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, [app]);
  if (!over) return null;
  return (
    <div className="drop" aria-hidden="true">
      <span>{message('app.new.dropHere')}</span>
    </div>
  );
}

async function take(app: App, file: File): Promise<void> {
  const read = await readReportFile(file);
  if (read.kind === 'read') app.dialog({ kind: 'new', name: read.name, text: read.text });
  else app.report(read.message);
}
