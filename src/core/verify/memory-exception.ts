import type { ExceptionRecord } from '../../protocol/record/record';

/** Whether an exception says that memory is exhausted, on the host or on the GPU. */
export function isMemoryException(exception: ExceptionRecord, where: 'host' | 'gpu'): boolean {
  const names = [exception.type, ...exception.bases];
  const { message } = exception;
  const gpu = /CUDA out of memory|CUDA error: out of memory|HIP out of memory|CUDNN_STATUS_ALLOC_FAILED/i.test(message);
  const resource = names.includes('ResourceExhaustedError') || names.includes('OutOfMemoryError');
  if (where === 'gpu') return gpu || (resource && /\bGPU\b|cuda/i.test(message));
  return (
    !gpu && (names.includes('MemoryError') || /can't allocate memory|not enough memory/i.test(message) || resource)
  );
}
