#ifndef CKDIAG_CJSON_DOCUMENT_H
#define CKDIAG_CJSON_DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A parser with the document that it parsed last.
typedef struct CJSONDocument CJSONDocument;

/// A value of a document; valid until the document parses again or is freed.
typedef struct {
  const void *tape;
  size_t index;
} CJSONNode;

typedef enum {
  CJSONNull,
  CJSONBool,
  CJSONInteger,
  CJSONUnsigned,
  CJSONDouble,
  CJSONString,
  CJSONArray,
  CJSONObject
} CJSONType;

/// A walk over the elements of an array or the members of an object.
typedef struct {
  CJSONNode position;
  CJSONNode end;
  bool isObject;
} CJSONWalk;

CJSONDocument *cjson_document_create(void);
void cjson_document_free(CJSONDocument *document);

/// Parses one JSON value; the bytes are copied, so nothing behind them is read. Returns 0, or simdjson's error code.
int cjson_document_parse(CJSONDocument *document, const void *bytes, size_t length, CJSONNode *root);

/// simdjson's words for an error code.
const char *cjson_error_text(int code);

CJSONType cjson_type(CJSONNode node);
bool cjson_bool(CJSONNode node, bool *value);
/// Integers only; a double is not rounded.
bool cjson_int64(CJSONNode node, int64_t *value);
/// Any number.
bool cjson_double(CJSONNode node, double *value);
bool cjson_string(CJSONNode node, const char **bytes, size_t *length);

/// The number of elements or members, 0 for other values; stops counting at 16,777,215.
size_t cjson_count(CJSONNode node);
/// The first member with the key.
bool cjson_member(CJSONNode object, const char *key, size_t length, CJSONNode *value);

/// Begins a walk; false when the node is neither an array nor an object.
bool cjson_walk_begin(CJSONNode container, CJSONWalk *walk);
/// Takes the next element; `key` is set for members of objects. False at the end.
bool cjson_walk_next(CJSONWalk *walk, const char **key, size_t *keyLength, CJSONNode *value);

/// True when the unparsed bytes hold a word: whether a document is worth parsing.
bool cjson_bytes_contain(const void *bytes, size_t length, const char *word, size_t wordLength);

#ifdef __cplusplus
}
#endif
#endif
