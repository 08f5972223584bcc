// Type names that `import Foundation` brings with it on Apple platforms: of MacTypes.h, of objc/runtime.h and objc.h; and on macOS those of
// ApplicationServices and CoreServices that sound like geometry or like work, for AppKit, SwiftUI and XCTest bring them there.
// Without `Duration` of MacTypes.h, which Swift does not see, and without what Swift's library has under the same name: `Float32`, `UInt8`.
#pragma once

// MacTypes.h
typedef struct Point { short v, h; } Point;
typedef struct Rect { short top, left, bottom, right; } Rect;
typedef struct FixedPoint { int x, y; } FixedPoint;
typedef struct FixedRect { int left, top, right, bottom; } FixedRect;
typedef struct Float32Point { float x, y; } Float32Point;
typedef struct TimeRecord { int value; } TimeRecord;
typedef struct NumVersion { unsigned char stage; } NumVersion;
typedef struct VersRec { short countryCode; } VersRec;
typedef struct ProcessSerialNumber { unsigned high, low; } ProcessSerialNumber;
typedef struct UnsignedWide { unsigned hi, lo; } UnsignedWide, AbsoluteTime;
typedef unsigned char Boolean, Byte, Style, *StringPtr, *BytePtr;
typedef signed char SignedByte;
typedef char *Ptr, **Handle;
typedef long Size;
typedef int Fixed, Fract, OSStatus, TimeScale, TimeValue;
typedef short OSErr, ShortFixed, ScriptCode, LangCode, RegionCode, StyleParameter, VHSelect;
typedef unsigned UnsignedFixed, FourCharCode, OSType, ResType, OptionBits, ItemCount, PBVersion, UnicodeScalarValue, UTF32Char;
typedef unsigned long ByteCount, ByteOffset, UniCharCount;
typedef unsigned short UniChar, UTF16Char;
typedef unsigned char UTF8Char, StyleField;
typedef void *LogicalAddress, *PhysicalAddress, *PRefCon;
typedef struct TimeBaseRecord *TimeBase;

// objc/objc.h, objc/runtime.h
typedef struct objc_method *Method;
typedef struct objc_category *Category;
typedef struct objc_ivar *Ivar;
typedef struct objc_class *Class;
typedef struct objc_selector *SEL;
typedef void (*IMP)(void);

// ApplicationServices (QuickDraw's types, HIServices, ColorSync) and CoreServices (CarbonCore, LaunchServices, SearchKit)
typedef struct MacPolygon { short size; } MacPolygon, Polygon;
typedef struct MacRegion { unsigned short size; } MacRegion, Region;
typedef struct Pattern { unsigned char pat[8]; } Pattern;
typedef struct BitMap { short rowBytes; } BitMap;
typedef struct Cursor { short data[16]; } Cursor;
typedef struct Picture { short size; } Picture;
typedef struct RGBColor { unsigned short red, green, blue; } RGBColor;
typedef struct FontInfo { short ascent; } FontInfo;
typedef struct AliasRecord { unsigned userType; } AliasRecord;
typedef struct Component *Component;
typedef struct DateTimeRec { short year; } DateTimeRec;
typedef struct MatrixRecord { int matrix[9]; } MatrixRecord;
typedef struct Zone { int zone; } Zone;
