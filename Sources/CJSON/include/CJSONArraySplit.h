#ifndef CKDIAG_CJSON_ARRAY_SPLIT_H
#define CKDIAG_CJSON_ARRAY_SPLIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// An element of an array: where it begins and ends, and its line.
typedef struct {
  size_t start;
  size_t end;
  int64_t line;
} CJSONSpan;

/// How far the search for the elements of an array has come; offsets are from the start of the bytes.
typedef struct {
  size_t position;
  /// Where the element begins that is open, if `depth` is not 0.
  size_t elementStart;
  int64_t elementLine;
  int64_t line;
  /// Brackets that are open inside the array; 0 = between two elements.
  int64_t depth;
  bool isInString;
  /// Set when the array is closed; the search ends there.
  bool isOver;
  /// Set when the next 64 bytes are no JSON: a backslash outside a string.
  bool isStrange;
} CJSONArraySplit;

/// Finds the containers in an array, 64 bytes at a time; the last bytes are left. Returns how many ended.
size_t cjson_array_split(
  const void *bytes, size_t length, CJSONArraySplit *split, CJSONSpan *spans, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
