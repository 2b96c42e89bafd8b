#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
