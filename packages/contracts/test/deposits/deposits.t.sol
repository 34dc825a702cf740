// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { ITaskDeposits } from "../../src/interfaces/ITaskDeposits.sol";
import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { TestUSDC } from "../../src/mocks/TestUSDC.sol";
import { Base } from "../Base.t.sol";

contract Deposits is Base {
    ITaskDeposits private deposits;
    bytes32 private consent;

    function setUp() public override {
        super.setUp();
        deposits = escrow.deposits();
        consent = consentTo(terms(), SALT);
    }

    function test_GivenADepositWasPaidAndNotCollected() public {
        address deposit = depositOf(poster);
        vm.prank(poster);
        usdc.transfer(deposit, REWARD);
        uint256 before = usdc.balanceOf(poster);
        vm.expectEmit(address(deposits));
        emit ITaskDeposits.DepositRefunded(poster, consent, REWARD);
        vm.prank(stranger);
        assertEq(deposits.refund(poster, consent), REWARD);
        assertEq(usdc.balanceOf(poster) - before, REWARD);
        assertEq(usdc.balanceOf(deposit), 0);
    }

    function test_GivenADepositIsPaidAfterItsTaskWasCreated() public {
        escrow.createTaskFromDeposit(terms(), SALT, TEXT, payment());
        for (uint256 i = 1; i <= 2; ++i) {
            usdc.mint(depositOf(poster), i);
            uint256 before = usdc.balanceOf(poster);
            assertEq(deposits.refund(poster, consent), i);
            assertEq(usdc.balanceOf(poster) - before, i);
        }
        assertEq(usdc.balanceOf(address(escrow)), REWARD);
    }

    function test_GivenThePosterIsDeniedByTheToken() public {
        usdc.mint(depositOf(poster), 5);
        usdc.blacklist(poster);
        vm.expectRevert(abi.encodeWithSelector(TestUSDC.AccountDenied.selector, poster));
        deposits.refund(poster, consent);
        usdc.unBlacklist(poster);
        assertEq(deposits.refund(poster, consent), 5);
    }

    function test_RevertWhen_TheDepositHoldsNothing() public {
        vm.expectRevert(abi.encodeWithSelector(ITaskDeposits.NothingToRefund.selector, depositOf(poster)));
        deposits.refund(poster, consent);
        escrow.createTaskFromDeposit(terms(), SALT, TEXT, payment());
        vm.expectRevert(abi.encodeWithSelector(ITaskDeposits.NothingToRefund.selector, depositOf(poster)));
        deposits.refund(poster, consent);
    }

    function test_RevertWhen_AnyoneButTheEscrowCollects() public {
        ITaskEscrow.Authorization memory paid = payment();
        vm.expectRevert(abi.encodeWithSelector(ITaskDeposits.NotEscrow.selector, stranger));
        vm.prank(stranger);
        deposits.collect(poster, consent, REWARD, paid.validAfter, paid.validBefore, TEXT, paid.signature);
    }

    function test_WhenTheDepositOfAnotherPosterOrConsentIsAskedFor() public {
        address own = deposits.addressOf(poster, consent);
        assertNotEq(own, deposits.addressOf(worker, consent));
        assertNotEq(own, deposits.addressOf(poster, consentTo(selectionTerms(), SALT)));
        assertNotEq(own, deposits.addressOf(poster, consentTo(terms(), TEXT)));
        assertNotEq(own, deploy(deployment()).deposits().addressOf(poster, consent));
        assertEq(own.code.length, 0);
    }
}
