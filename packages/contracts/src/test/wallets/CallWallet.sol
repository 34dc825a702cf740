// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { OwnerWallet } from "./OwnerWallet.sol";

/// @notice For tests: a contract wallet whose owner, or a bundler that it trusts, has it call other contracts, as a
/// Safe and an ERC-4337 account do.
contract CallWallet is OwnerWallet {
    address public immutable bundler;

    error NotAllowed();

    constructor(address owner_, address bundler_) OwnerWallet(owner_) {
        bundler = bundler_;
    }

    function execute(address target, bytes calldata data) external {
        if (msg.sender != owner && msg.sender != bundler) revert NotAllowed();
        (bool ok, bytes memory answer) = target.call(data);
        if (!ok) {
            assembly {
                revert(add(answer, 32), mload(answer))
            }
        }
    }
}

/// @notice For tests: has several wallets act in one transaction, as an ERC-4337 entry point does for its bundler.
contract Bundler {
    struct Operation {
        CallWallet wallet;
        address target;
        bytes data;
    }

    function handleOps(Operation[] calldata operations) external {
        for (uint256 at = 0; at < operations.length; at++) {
            operations[at].wallet.execute(operations[at].target, operations[at].data);
        }
    }
}
