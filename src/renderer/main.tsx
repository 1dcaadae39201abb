import { createRoot } from 'react-dom/client';
import { startApp } from './app/start-app';

const place = document.getElementById('root');
if (place) startApp(window, createRoot(place));
