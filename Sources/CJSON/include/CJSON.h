#ifndef CKDIAG_CJSON_H
#define CKDIAG_CJSON_H
#endif
