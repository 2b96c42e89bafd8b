#ifndef CKDIAG_CJSON_FLAT_OBJECTS_H
#define CKDIAG_CJSON_FLAT_OBJECTS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a field of an object holds.
enum {
  CKJSON_ABSENT = 0,
  CKJSON_STRING = 1,
  CKJSON_INTEGER = 2,
  CKJSON_DOUBLE = 3,
  CKJSON_BOOL = 4,
  CKJSON_NULL = 5,
  CKJSON_OTHER = 6
};

/// A field of an object; the text is unescaped UTF-8 that is valid until the next object is read.
typedef struct {
  const char *text;
  uint32_t length;
  uint8_t type;
  int64_t integer;
  double number;
} CKJSONField;

/// Reads objects one after the other and picks out the fields with registered keys.
typedef struct CKJSONFlatReader CKJSONFlatReader;

/// Tells the number of the field that a key stands for, or -1; called once for each spelling.
typedef int32_t (*CKJSONKeyResolver)(const char *key, size_t length, void *context);

/// How many bytes behind an object must be readable, whatever they hold.
size_t ckjson_padding(void);

CKJSONFlatReader *ckjson_flat_create(size_t fieldCount, CKJSONKeyResolver resolver, void *context);
void ckjson_flat_destroy(CKJSONFlatReader *reader);

/// What reading an object gave besides its fields.
typedef struct {
  /// 0 = read; else simdjson's number of the error, see ckjson_error_text.
  int32_t error;
  uint32_t unknownKeys;
  uint32_t repeatedKeys;
} CKJSONFlatResult;

/// Reads one object; all fields are written, absent ones as CKJSON_ABSENT. The first of repeated keys wins.
CKJSONFlatResult ckjson_flat_read(CKJSONFlatReader *reader, const char *object, size_t length, CKJSONField *fields);

/// Asks the processor to fetch what will be read soon; any address will do.
static inline void ckjson_prefetch(const void *address) { __builtin_prefetch(address); }

/// The words for an error, static.
const char *ckjson_error_text(int32_t error);

#ifdef __cplusplus
}
#endif

#endif
