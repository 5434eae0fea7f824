#pragma once

int sum (int, int);
