#include "CJSONArraySplit.h"

#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace {

/// Which of 64 bytes are what: one bit a byte, the first byte in the lowest.
struct Masks {
  uint64_t quote, backslash, open, close, newline;
};

#if defined(__SSE2__)

uint64_t equal(const __m128i *v, char byte) {
  __m128i wanted = _mm_set1_epi8(byte);
  uint64_t mask = 0;
  for (int part = 0; part < 4; part++) {
    mask |= static_cast<uint64_t>(static_cast<uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(v[part], wanted)))) << (part * 16);
  }
  return mask;
}

Masks look(const uint8_t *bytes) {
  __m128i v[4], folded[4];
  for (int part = 0; part < 4; part++) {
    v[part] = _mm_loadu_si128(reinterpret_cast<const __m128i *>(bytes + part * 16));
    // '[' and '{', ']' and '}' differ in one bit.
    folded[part] = _mm_or_si128(v[part], _mm_set1_epi8(0x20));
  }
  return {equal(v, '"'), equal(v, '\\'), equal(folded, '{'), equal(folded, '}'), equal(v, '\n')};
}

#elif defined(__aarch64__)

uint64_t equal(const uint8x16_t *v, uint8_t byte) {
  const uint8x16_t bits = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  uint8x16_t wanted = vdupq_n_u8(byte);
  uint8x16_t a = vpaddq_u8(vandq_u8(vceqq_u8(v[0], wanted), bits), vandq_u8(vceqq_u8(v[1], wanted), bits));
  uint8x16_t b = vpaddq_u8(vandq_u8(vceqq_u8(v[2], wanted), bits), vandq_u8(vceqq_u8(v[3], wanted), bits));
  a = vpaddq_u8(a, b);
  a = vpaddq_u8(a, a);
  return vgetq_lane_u64(vreinterpretq_u64_u8(a), 0);
}

Masks look(const uint8_t *bytes) {
  uint8x16_t v[4], folded[4];
  for (int part = 0; part < 4; part++) {
    v[part] = vld1q_u8(bytes + part * 16);
    folded[part] = vorrq_u8(v[part], vdupq_n_u8(0x20));
  }
  return {equal(v, '"'), equal(v, '\\'), equal(folded, '{'), equal(folded, '}'), equal(v, '\n')};
}

#else

Masks look(const uint8_t *bytes) {
  Masks masks = {0, 0, 0, 0, 0};
  for (int place = 0; place < 64; place++) {
    uint64_t bit = static_cast<uint64_t>(1) << place;
    uint8_t byte = bytes[place];
    if (byte == '"') masks.quote |= bit;
    if (byte == '\\') masks.backslash |= bit;
    if ((byte | 0x20) == '{') masks.open |= bit;
    if ((byte | 0x20) == '}') masks.close |= bit;
    if (byte == '\n') masks.newline |= bit;
  }
  return masks;
}

#endif

/// The bytes that a backslash escapes; `carry` tells of the byte behind the block.
uint64_t escapedBytes(uint64_t backslash, uint64_t *carry) {
  if (backslash == 0) {
    uint64_t escaped = *carry;
    *carry = 0;
    return escaped;
  }
  uint64_t first = backslash & ~*carry;
  const uint64_t odd = 0xAAAAAAAAAAAAAAAAULL;
  // Runs of backslashes that begin at an even place end with a carry at the place behind them.
  uint64_t sequence = (((first << 1) | odd) - first) ^ odd;
  uint64_t escaped = sequence ^ (backslash | *carry);
  *carry = (sequence & backslash) >> 63;
  return escaped;
}

/// Each bit is the parity of the bits up to it.
uint64_t parities(uint64_t bits) {
  for (int distance = 1; distance < 64; distance *= 2) bits ^= bits << distance;
  return bits;
}

} // namespace

size_t cjson_array_split(const void *start, size_t length, CJSONArraySplit *split, CJSONSpan *spans, size_t capacity) {
  const uint8_t *bytes = static_cast<const uint8_t *>(start);
  CJSONArraySplit s = *split;
  size_t count = 0;
  uint64_t carry = 0;
  s.isStrange = false;
  while (length - s.position >= 64 && count < capacity) {
    Masks masks = look(bytes + s.position);
    uint64_t before = carry;
    uint64_t quotes = masks.quote & ~escapedBytes(masks.backslash, &carry);
    uint64_t inside = parities(quotes) ^ (s.isInString ? ~static_cast<uint64_t>(0) : 0);
    if (masks.backslash & ~inside) {
      carry = before;
      s.isStrange = true;
      break;
    }
    uint64_t brackets = (masks.open | masks.close) & ~inside;
    uint64_t newlines = masks.newline & ~inside;
    uint64_t done = 0;
    while (brackets != 0) {
      uint64_t bit = brackets & (~brackets + 1);
      brackets ^= bit;
      size_t place = s.position + static_cast<size_t>(__builtin_ctzll(bit));
      if (masks.open & bit) {
        if (s.depth == 0) {
          s.elementStart = place;
          s.elementLine = s.line + __builtin_popcountll(newlines & (bit - 1));
        }
        s.depth++;
        continue;
      }
      s.depth--;
      if (s.depth > 0) continue;
      s.isOver = s.depth < 0;
      if (!s.isOver) spans[count++] = {s.elementStart, place + 1, s.elementLine};
      if (s.isOver || count == capacity) {
        done = bit;
        break;
      }
    }
    if (done != 0) {
      s.line += __builtin_popcountll(newlines & (done - 1));
      s.position += static_cast<size_t>(__builtin_ctzll(done)) + 1;
      s.isInString = false;
      carry = 0;
      break;
    }
    s.line += __builtin_popcountll(newlines);
    s.isInString = (inside >> 63) != 0;
    s.position += 64;
  }
  // The backslash is looked at again, together with the byte that it escapes.
  if (carry != 0) s.position--;
  *split = s;
  return count;
}
