#include "CJSONDocument.h"

#include <cstring>
#include <new>
#include <simdjson.h>

using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::object;

struct CJSONDocument {
  simdjson::dom::parser parser;
};

namespace {

// An element and both iterators are a pointer to the tape and an index: they travel through C as bytes.
static_assert(sizeof(element) == sizeof(CJSONNode), "a node holds an element");
static_assert(sizeof(array::iterator) == sizeof(CJSONNode), "a node holds a position in an array");
static_assert(sizeof(object::iterator) == sizeof(CJSONNode), "a node holds a position in an object");

template <typename T> CJSONNode toNode(const T &value) {
  CJSONNode node;
  std::memcpy(static_cast<void *>(&node), static_cast<const void *>(&value), sizeof(node));
  return node;
}

template <typename T> T fromNode(const CJSONNode &node) {
  T value;
  std::memcpy(static_cast<void *>(&value), static_cast<const void *>(&node), sizeof(node));
  return value;
}

} // namespace

CJSONDocument *cjson_document_create(void) { return new (std::nothrow) CJSONDocument(); }

void cjson_document_free(CJSONDocument *document) { delete document; }

int cjson_document_parse(CJSONDocument *document, const void *bytes, size_t length, CJSONNode *root) {
  element result;
  auto error = document->parser.parse(static_cast<const uint8_t *>(bytes), length, true).get(result);
  if (error) return static_cast<int>(error);
  *root = toNode(result);
  return 0;
}

const char *cjson_error_text(int code) {
  return simdjson::error_message(static_cast<simdjson::error_code>(code));
}

CJSONType cjson_type(CJSONNode node) {
  switch (fromNode<element>(node).type()) {
  case simdjson::dom::element_type::ARRAY: return CJSONArray;
  case simdjson::dom::element_type::OBJECT: return CJSONObject;
  case simdjson::dom::element_type::INT64: return CJSONInteger;
  case simdjson::dom::element_type::UINT64: return CJSONUnsigned;
  case simdjson::dom::element_type::DOUBLE: return CJSONDouble;
  case simdjson::dom::element_type::STRING: return CJSONString;
  case simdjson::dom::element_type::BOOL: return CJSONBool;
  default: return CJSONNull;
  }
}

bool cjson_bool(CJSONNode node, bool *value) { return fromNode<element>(node).get_bool().get(*value) == 0; }

bool cjson_int64(CJSONNode node, int64_t *value) { return fromNode<element>(node).get_int64().get(*value) == 0; }

bool cjson_double(CJSONNode node, double *value) { return fromNode<element>(node).get_double().get(*value) == 0; }

bool cjson_string(CJSONNode node, const char **bytes, size_t *length) {
  std::string_view text;
  if (fromNode<element>(node).get_string().get(text)) return false;
  *bytes = text.data();
  *length = text.size();
  return true;
}

size_t cjson_count(CJSONNode node) {
  array elements;
  if (!fromNode<element>(node).get_array().get(elements)) return elements.size();
  object members;
  if (!fromNode<element>(node).get_object().get(members)) return members.size();
  return 0;
}

bool cjson_member(CJSONNode node, const char *key, size_t length, CJSONNode *value) {
  object members;
  if (fromNode<element>(node).get_object().get(members)) return false;
  element result;
  if (members.at_key(std::string_view(key, length)).get(result)) return false;
  *value = toNode(result);
  return true;
}

bool cjson_walk_begin(CJSONNode container, CJSONWalk *walk) {
  array elements;
  if (!fromNode<element>(container).get_array().get(elements)) {
    *walk = {toNode(elements.begin()), toNode(elements.end()), false};
    return true;
  }
  object members;
  if (!fromNode<element>(container).get_object().get(members)) {
    *walk = {toNode(members.begin()), toNode(members.end()), true};
    return true;
  }
  return false;
}

bool cjson_walk_next(CJSONWalk *walk, const char **key, size_t *keyLength, CJSONNode *value) {
  if (walk->position.index == walk->end.index) return false;
  if (walk->isObject) {
    auto position = fromNode<object::iterator>(walk->position);
    std::string_view name = position.key();
    *key = name.data();
    *keyLength = name.size();
    *value = toNode(position.value());
    ++position;
    walk->position = toNode(position);
  } else {
    auto position = fromNode<array::iterator>(walk->position);
    *key = nullptr;
    *keyLength = 0;
    *value = toNode(*position);
    ++position;
    walk->position = toNode(position);
  }
  return true;
}

bool cjson_bytes_contain(const void *bytes, size_t length, const char *word, size_t wordLength) {
  return memmem(bytes, length, word, wordLength) != nullptr;
}
