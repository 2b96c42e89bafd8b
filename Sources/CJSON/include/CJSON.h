#ifndef CKDIAG_CJSON_H
#define CKDIAG_CJSON_H

#include "CJSONDocument.h"
#include "CJSONFlatObjects.h"

#endif
