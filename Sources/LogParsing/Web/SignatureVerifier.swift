import Foundation

#if canImport(CryptoKit)
  import CryptoKit
#else
  import COpenSSL
#endif

/// Verifies signatures of server-to-server requests with the public key that belongs to the private one.
///
/// CloudKit's message is `date:base64(SHA-256 of the body):subpath`, signed with ECDSA on P-256 and SHA-256.
final class SignatureVerifier {
  /// Whether a signature is that of a message.
  enum Verdict: Equatable {
    case valid, invalid
  }

  #if canImport(CryptoKit)
    private let key: P256.Signing.PublicKey
  #else
    private let key: OpaquePointer
  #endif

  /// Reads a public key in PEM; nil when the text holds none, or one of another kind.
  init?(pem: String) {
    #if canImport(CryptoKit)
      guard let key = try? P256.Signing.PublicKey(pemRepresentation: pem) else { return nil }
      self.key = key
    #else
      let bytes = Array(pem.utf8)
      guard let input = BIO_new_mem_buf(bytes, Int32(clamping: bytes.count)) else { return nil }
      defer { BIO_free(input) }
      guard let key = PEM_read_bio_PUBKEY(input, nil, nil, nil) else { return nil }
      guard EVP_PKEY_get_base_id(key) == EVP_PKEY_EC, EVP_PKEY_get_bits(key) == 256 else {
        EVP_PKEY_free(key)
        return nil
      }
      self.key = key
    #endif
  }

  deinit {
    #if !canImport(CryptoKit)
      EVP_PKEY_free(key)
    #endif
  }

  /// Judges a signature in DER over what CloudKit says the message is; nil when it cannot be computed.
  func verdict(date: String, body: UnsafeRawBufferPointer, subpath: String, signature: [UInt8]) -> Verdict? {
    guard let digest = sha256(body) else { return nil }
    let message = Array("\(date):\(Data(digest).base64EncodedString()):\(subpath)".utf8)
    #if canImport(CryptoKit)
      guard let parsed = try? P256.Signing.ECDSASignature(derRepresentation: signature) else { return .invalid }
      return key.isValidSignature(parsed, for: Data(message)) ? .valid : .invalid
    #else
      guard let context = EVP_MD_CTX_new() else { return nil }
      defer { EVP_MD_CTX_free(context) }
      guard EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1 else { return nil }
      return EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1 ? .valid : .invalid
    #endif
  }

  private func sha256(_ body: UnsafeRawBufferPointer) -> [UInt8]? {
    #if canImport(CryptoKit)
      return Array(SHA256.hash(data: body))
    #else
      var digest = [UInt8](repeating: 0, count: 32)
      var length: UInt32 = 0
      return EVP_Digest(body.baseAddress, body.count, &digest, &length, EVP_sha256(), nil) == 1 ? digest : nil
    #endif
  }
}
