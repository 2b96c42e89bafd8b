#include "CJSONFlatObjects.h"

#include <cstring>
#include <simdjson.h>
#include <string>
#include <unordered_map>
#include <vector>

using namespace simdjson;

struct CKJSONFlatReader {
  dom::parser parser;
  size_t fieldCount;
  CKJSONKeyResolver resolver;
  void *context;
  // Objects of one log have their keys in the same order: the key at a position is mostly that of the object before.
  struct Guess {
    std::string key;
    int32_t field;
  };
  std::vector<Guess> guesses;
  std::unordered_map<std::string, int32_t> known;

  // Keys are short: two overlapping words compare most of them, without a call.
  static bool same(const std::string &known, std::string_view key) {
    size_t size = key.size();
    if (known.size() != size) return false;
    const char *a = known.data(), *b = key.data();
    if (size >= 8 && size <= 16) {
      uint64_t first[2], second[2];
      memcpy(&first[0], a, 8), memcpy(&second[0], b, 8);
      memcpy(&first[1], a + size - 8, 8), memcpy(&second[1], b + size - 8, 8);
      return first[0] == second[0] && first[1] == second[1];
    }
    if (size >= 4 && size < 8) {
      uint32_t first[2], second[2];
      memcpy(&first[0], a, 4), memcpy(&second[0], b, 4);
      memcpy(&first[1], a + size - 4, 4), memcpy(&second[1], b + size - 4, 4);
      return first[0] == second[0] && first[1] == second[1];
    }
    if (size > 16 && size <= 32) {
      uint64_t first[4], second[4];
      memcpy(first, a, 16), memcpy(second, b, 16);
      memcpy(first + 2, a + size - 16, 16), memcpy(second + 2, b + size - 16, 16);
      return ((first[0] ^ second[0]) | (first[1] ^ second[1]) | (first[2] ^ second[2]) | (first[3] ^ second[3])) == 0;
    }
    return memcmp(a, b, size) == 0;
  }

  int32_t field(size_t position, std::string_view key) {
    if (position < guesses.size() && same(guesses[position].key, key)) return guesses[position].field;
    std::string text(key);
    auto found = known.find(text);
    int32_t field;
    if (found != known.end()) {
      field = found->second;
    } else {
      field = resolver(text.data(), text.size(), context);
      // A log with a new key in each object must not fill the memory.
      if (known.size() < 4096) known.emplace(text, field);
    }
    if (position < 256) {
      if (position >= guesses.size()) guesses.resize(position + 1);
      guesses[position] = {std::move(text), field};
    }
    return field;
  }
};

extern "C" size_t ckjson_padding(void) { return SIMDJSON_PADDING; }

extern "C" CKJSONFlatReader *ckjson_flat_create(size_t fieldCount, CKJSONKeyResolver resolver, void *context) {
  auto *reader = new CKJSONFlatReader();
  reader->fieldCount = fieldCount;
  reader->resolver = resolver;
  reader->context = context;
  return reader;
}

extern "C" void ckjson_flat_destroy(CKJSONFlatReader *reader) { delete reader; }

static void fill(CKJSONField &field, const dom::element &value) {
  switch (value.type()) {
  case dom::element_type::STRING: {
    std::string_view text = value.get_string().value_unsafe();
    field.text = text.data();
    field.length = uint32_t(text.size());
    field.type = CKJSON_STRING;
    return;
  }
  case dom::element_type::INT64:
    field.integer = value.get_int64().value_unsafe();
    field.type = CKJSON_INTEGER;
    return;
  case dom::element_type::UINT64: {
    uint64_t number = value.get_uint64().value_unsafe();
    field.number = double(number);
    field.integer = number > INT64_MAX ? INT64_MAX : int64_t(number);
    field.type = number > INT64_MAX ? CKJSON_DOUBLE : CKJSON_INTEGER;
    return;
  }
  case dom::element_type::DOUBLE:
    field.number = value.get_double().value_unsafe();
    field.type = CKJSON_DOUBLE;
    return;
  case dom::element_type::BOOL:
    field.integer = value.get_bool().value_unsafe() ? 1 : 0;
    field.type = CKJSON_BOOL;
    return;
  case dom::element_type::NULL_VALUE:
    field.type = CKJSON_NULL;
    return;
  default:
    field.type = CKJSON_OTHER;
  }
}

extern "C" CKJSONFlatResult ckjson_flat_read(CKJSONFlatReader *reader, const char *object, size_t length,
                                             CKJSONField *fields) {
  CKJSONFlatResult result = {0, 0, 0};
  memset(fields, 0, sizeof(CKJSONField) * reader->fieldCount);
  dom::element root;
  auto error = reader->parser.parse(object, length, false).get(root);
  dom::object members;
  if (!error) error = root.get_object().get(members);
  if (error) {
    result.error = int32_t(error);
    return result;
  }
  size_t position = 0;
  for (auto member : members) {
    int32_t number = reader->field(position++, member.key);
    if (number < 0 || size_t(number) >= reader->fieldCount) {
      result.unknownKeys++;
    } else if (fields[number].type != CKJSON_ABSENT) {
      result.repeatedKeys++;
    } else {
      fill(fields[number], member.value);
    }
  }
  return result;
}

extern "C" const char *ckjson_error_text(int32_t error) { return simdjson::error_message(error_code(error)); }
