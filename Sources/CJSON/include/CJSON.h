#ifndef CKDIAG_CJSON_H
#define CKDIAG_CJSON_H

#include "CJSONArraySplit.h"
#include "CJSONDocument.h"
#include "CJSONFlatObjects.h"

#endif
